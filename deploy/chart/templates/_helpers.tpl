{{/* The needs of each service: its database, the optional secrets that it reads, its volume, and the path of its probes. */}}
{{- define "signalbox.needs" -}}
gateway: { live: /live, ready: /live }
identity: { data: true, optional: [INIT_ADMIN_PASSWORD, SMTP_URL, ENCRYPTION_KEY], volume: 1Mi }
toggles: { data: true }
change-requests: { data: true }
delivery: { volume: 1Gi }
playground: {}
audit: { data: true, optional: [ENCRYPTION_KEY], volume: 1Mi }
integrations: { data: true, optional: [ENCRYPTION_KEY] }
{{- end }}

{{/* Labels of a resource. Takes the root context and a component, which may be empty. */}}
{{- define "signalbox.labels" -}}
app.kubernetes.io/name: signalbox
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{- define "signalbox.selector" -}}
app.kubernetes.io/name: signalbox
app.kubernetes.io/component: {{ . }}
{{- end }}

{{/* The process that answers users. */}}
{{- define "signalbox.entry" -}}
{{ ternary "gateway" "signalbox" (eq .Values.mode "services") }}
{{- end }}

{{/*
Further ports of a service, if enabled, as a list of their name, number and setting. Takes the root context and the service. The single
process has all of them.
*/}}
{{- define "signalbox.ports" -}}
{{- $owners := dict "admin" (include "signalbox.entry" .root) "flagd" (ternary "delivery" "signalbox" (eq .root.Values.mode "services")) }}
{{- range $name, $owner := $owners }}
{{- $value := index $.root.Values $name }}
{{- if and $value.enabled (eq $owner $.service) }}
- { name: {{ $name }}, port: {{ $value.port }}, setting: {{ upper $name }}_PORT }
{{- end }}
{{- end }}
{{- end }}

{{- define "signalbox.image" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{- define "signalbox.confined" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The parts of every pod that no service changes. */}}
{{- define "signalbox.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* Secrets as variables, or as paths of files. Takes the root context, the Secret, its folder, and the required and optional keys. */}}
{{- define "signalbox.secrets" -}}
{{- $asFiles := .root.Values.secret.asFiles }}
{{- $secret := .secret }}
{{- $folder := .folder | default "/secrets" }}
{{- range .required }}
{{- if $asFiles }}
- { name: {{ . }}_FILE, value: {{ $folder }}/{{ . }} }
{{- else }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }} } }
{{- end }}
{{- end }}
{{- $known := .root.Values.secret.optional }}
{{- range .optional }}
{{- if and $asFiles (has . $known) }}
- { name: {{ . }}_FILE, value: {{ $folder }}/{{ . }} }
{{- else if not $asFiles }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }}, optional: true } }
{{- end }}
{{- end }}
{{- end }}

{{/* Volumes of secrets and certificates, with their mounts in "signalbox.mounts". */}}
{{- define "signalbox.volumes" -}}
{{- if .root.Values.secret.asFiles }}
- { name: secrets, secret: { secretName: {{ .secret }}, defaultMode: 0440 } }
{{- end }}
{{- with .root.Values.certificates }}
- { name: certificates, configMap: { name: {{ . }} } }
{{- end }}
{{- end }}

{{- define "signalbox.mounts" -}}
{{- if .Values.secret.asFiles }}
- { name: secrets, mountPath: /secrets, readOnly: true }
{{- end }}
{{- if .Values.certificates }}
- { name: certificates, mountPath: /certificates, readOnly: true }
{{- end }}
{{- end }}

{{- define "signalbox.certificates" -}}
{{- if .Values.certificates }}
- { name: NODE_EXTRA_CA_CERTS, value: /certificates/ca.crt }
{{- end }}
{{- end }}

{{/*
A command of the image that only reaches the database, and the object storage, if any. Takes the root context, the name, the arguments and
more of the container.
*/}}
{{- define "signalbox.command" -}}
{{- $parts := dict "root" .root "secret" .root.Values.secret.name "required" (list "DATABASE_URL") }}
{{- $volumes := include "signalbox.volumes" $parts }}
{{- $mounts := include "signalbox.mounts" .root }}
{{- if and .storage .root.Values.secret.asFiles .storage.secret }}
{{- $volumes = printf "%s\n- { name: storage, secret: { secretName: %s, defaultMode: 0440 } }" $volumes .storage.secret }}
{{- $mounts = printf "%s\n- { name: storage, mountPath: /storage, readOnly: true }" $mounts }}
{{- end }}
{{ include "signalbox.pod" .root }}
restartPolicy: Never
containers:
  - name: {{ .name }}
    {{- include "signalbox.image" .root | nindent 4 }}
    args: {{ toJson .args }}
    env:
      {{- include "signalbox.secrets" $parts | nindent 6 }}
      {{- include "signalbox.certificates" .root | nindent 6 }}
      {{- with .storage }}
      {{- range $name, $value := .settings }}
      - { name: {{ $name }}, value: {{ $value | toString | quote }} }
      {{- end }}
      {{- if .secret }}
      {{- $keys := list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
      {{- include "signalbox.secrets" (dict "root" $.root "secret" .secret "folder" "/storage" "required" $keys) | nindent 6 }}
      {{- end }}
      {{- end }}
    resources: {{ toJson .resources }}
    securityContext:
      {{- include "signalbox.confined" .root | nindent 6 }}
    {{- if or $mounts .volume }}
    volumeMounts:
      {{- $mounts | nindent 6 }}
      {{- if .volume }}
      - { name: {{ .volume }}, mountPath: /{{ .volume }} }
      {{- end }}
    {{- end }}
{{- if or $volumes .volume }}
volumes:
  {{- $volumes | nindent 2 }}
  {{- if .volume }}
  - { name: {{ .volume }}, persistentVolumeClaim: { claimName: {{ .volume }} } }
  {{- end }}
{{- end }}
{{- end }}
