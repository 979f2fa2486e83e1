import { Component, type ComponentType } from 'preact';

/** A component that renders again only when one of its properties has another value, or its own state changes. */
export function memo<Props extends object>(Inner: ComponentType<Props>): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const shown: Props = this.props;
      return (Object.keys(next) as (keyof Props)[]).some((name) => next[name] !== shown[name]);
    }

    render() {
      return <Inner {...this.props} />;
    }
  };
}
