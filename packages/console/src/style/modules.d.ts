/** The classes of a CSS module. The bundler rejects a class that the module does not have. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export = classes;
}

declare module '*.css';
