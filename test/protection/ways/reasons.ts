/** Why the holders of a permission change these directly, as declared for events in toggles. */
export const metadata = 'it describes the feature and changes no evaluation';
export const tags = 'tags describe features; only applications that select by them see a difference';
export const off = 'the feature is off in every environment';
