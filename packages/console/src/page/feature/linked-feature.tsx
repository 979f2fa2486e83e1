import { featureHref } from '../../frame/address.ts';

/** The name of a feature, linked if its project is known. */
export const LinkedFeature = ({ project, name }: { readonly project: string | null; readonly name: string }) =>
  project === null || name === '' ? (
    <span class="mono">{name}</span>
  ) : (
    <a class="mono" href={featureHref(project, name)}>
      {name}
    </a>
  );
