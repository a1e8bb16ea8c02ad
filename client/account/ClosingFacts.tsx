import type { AccountClosing } from '#contract/account.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useUser } from '../auth.ts';
import classes from './account.module.css';

/** What is erased, and what stays in the companies. */
export function ClosingFacts({ companies }: Pick<AccountClosing, 'companies'>) {
  const { email } = useUser();
  return (
    <div className={classes.facts}>
      <h3>{m.account_close_erased_title()}</h3>
      <ul>
        <li>{m.account_close_erased_address({ email })}</li>
        <li>{m.account_close_erased_sessions()}</li>
        <li>{m.account_close_erased_settings()}</li>
      </ul>
      {companies.length > 0 && (
        <>
          <h3>{m.account_close_stays_title()}</h3>
          <p>{m.account_close_stays_text()}</p>
          <ul>
            {companies.map(({ id, name, worklogs, pendingWorklogs }) => (
              <li key={id}>
                <strong>{isolated(name)}</strong>: {m.account_close_stays_worklogs({ count: worklogs })}
                {pendingWorklogs > 0 && `, ${m.account_close_stays_pending({ count: pendingWorklogs })}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
