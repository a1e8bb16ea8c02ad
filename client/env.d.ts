declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}
declare module '*.css';

interface ImportMeta {
  /** Set by Vite. */
  readonly env: { readonly PROD: boolean };
}

/** The request for the session, started by boot.js before anything else is loaded. */
interface Window {
  daybookSession?: Promise<Response>;
}
