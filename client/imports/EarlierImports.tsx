import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { formatInstant } from '../ui/format.ts';
import classes from './import.module.css';

const maxShown = 5;

/** Links to the last import runs of the company. */
export function EarlierImports() {
  const { id: companyId } = useCompany();
  const { data } = useQuery(apiQuery('imports', 'GET /companies/{companyId}/imports', { companyId }));
  const imports = data?.imports.slice(0, maxShown) ?? [];
  if (imports.length === 0) return null;
  return (
    <section className={classes.earlier} aria-label={m.users_import_earlier()}>
      <h2>{m.users_import_earlier()}</h2>
      <ul>
        {imports.map(({ id, fileName, startedByName, createdAt, counts }) => (
          <li key={id}>
            <Link to={pathTo('/users/import')} search={{ run: id }} className={classes.earlierLink ?? ''}>
              {fileName || m.users_import_pasted()}
            </Link>
            <span className="dimmed">
              {m.users_import_run_by({ name: startedByName, at: formatInstant(createdAt) })} ·{' '}
              {m.users_import_invited_count({ count: counts.new })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
