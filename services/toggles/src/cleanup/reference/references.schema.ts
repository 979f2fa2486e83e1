import { DateTime, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';

const oneLine = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^(?! )[^\\p{Cc}]*[^\\p{Cc} ]$' });

/** Names with slashes are encoded: `acme%2Fshop`. `.` and `..` would lead clients of HTTP to another path. */
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '^(?! |\\.{1,2}$)[^\\p{Cc}]*[^\\p{Cc} ]$' });
export const repositoryParams = Type.Object({ projectId: Type.String(), repository: Name });
export const branchParams = Type.Object({ ...repositoryParams.properties, branch: Name });

const maxReferences = 25_000;

const Kind = Type.Enum(['evaluation', 'definition', 'test', 'mention']);

const location = {
  path: oneLine(500),
  line: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  column: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  kind: Kind,
  symbol: Type.Optional(oneLine(255)),
  text: Type.Optional(Type.String({ maxLength: 500, description: 'Source code. Stored only if the scan sends it.' })),
};

/** The references of one branch, which replace those of its last scan. */
export const UploadReferences = Type.Object({
  commit: Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' }),
  scannedAt: DateTime,
  sequence: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Increases with each scan, such as the number of the build. A scan with a lower number than the stored one is refused.',
  }),
  urlTemplate: Type.Optional(
    nullable(
      Type.String({
        maxLength: 1000,
        description: 'Address of a line, with `{path}`, `{line}` and `{commit}` after the host: `https://…/blob/{commit}/{path}#L{line}`.',
      }),
    ),
  ),
  references: Type.Array(Type.Object({ feature: Type.String({ minLength: 1, maxLength: 100 }), ...location }), { maxItems: maxReferences }),
});
export type UploadReferences = Static<typeof UploadReferences>;

const Names = Type.Array(Type.String());

export const UploadedReferences = Type.Object({
  /** Numbers of stored references and of their features. */
  references: Type.Integer(),
  features: Type.Integer(),
  /** Names that are no feature, and features of other projects that the caller can see. Their references are not stored. */
  unknown: Names,
  otherProjects: Names,
});

export const CodeRepositories = Type.Object({
  repositories: Type.Array(
    Type.Object({
      repository: Type.String(),
      lastScan: DateTime,
      branches: Type.Array(
        Type.Object({
          branch: Type.String(),
          commit: Type.String(),
          sequence: Type.Integer(),
          scannedAt: DateTime,
          references: Type.Integer(),
          features: Type.Integer(),
        }),
      ),
    }),
  ),
});

/** When the feature was in the code of a repository, across its branches. */
export const CodeUse = Type.Object({
  repository: Type.String(),
  references: Type.Integer(),
  /** On the branch with the most of them. */
  files: Type.Integer(),
  firstSeen: DateTime,
  lastSeen: DateTime,
  /** Null while a branch has references. */
  extinctSince: nullable(DateTime),
});

export const FeatureReferences = Type.Object({
  repositories: Type.Array(CodeUse),
  total: Type.Integer(),
  references: Type.Array(
    Type.Object({ repository: Type.String(), branch: Type.String(), commit: Type.String(), ...location, link: nullable(Type.String()) }),
  ),
});
