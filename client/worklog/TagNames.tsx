import { isolated } from '#locales/registry.js';
import classes from './tags.module.css';

/** The tags of a worklog, in lists and details; nothing where it has none. */
export const TagNames = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && (
    <span className={classes.tags}>
      {names.map((name) => (
        <span key={name}>#{isolated(name)}</span>
      ))}
    </span>
  );
