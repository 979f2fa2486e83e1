import { featureHref } from '../../frame/address.ts';
import { KeyLink } from '../../parts/mark/key-link.tsx';

interface LinkedFeatureProps {
  readonly project: string | null;
  readonly name: string;
  readonly environment?: string;
}

/** The name of a feature, linked if its project is known. */
export const LinkedFeature = ({ project, name, environment }: LinkedFeatureProps) =>
  project === null || name === '' ? (
    <span class="mono">{name}</span>
  ) : (
    <KeyLink href={featureHref(project, name, environment)} text={name} />
  );
