declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}
declare module '*.css';

/** The request for the session, started by boot.js before anything else is loaded. */
interface Window {
  daybookSession?: Promise<Response>;
}
