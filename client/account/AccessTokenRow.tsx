import type { AccessToken } from '#contract/tokens.ts';
import { m } from '#locales/messages.js';
import { useCompanies } from '../auth.ts';
import { serverDate } from '../clock.ts';
import { useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import entries from '../ui/entries.module.css';
import { formatDate } from '../ui/format.ts';
import { toastProblem } from '../ui/problem-toast.ts';

export function AccessTokenRow({ token }: { token: AccessToken }) {
  const { availableCompanies } = useCompanies();
  const revoke = useApiMutation('DELETE /account/tokens/{tokenId}', { invalidates: ['session'] });
  const company = availableCompanies.find(({ id }) => id === token.companyId)?.name;
  const reach = token.companyId === null ? m.tokens_every_company() : (company ?? m.tokens_lost_company());
  const mayDo = token.isReadOnly ? m.tokens_may_read() : m.tokens_may_write();
  const hasExpired = token.expiresAt < serverDate().toISOString();
  const end = { day: formatDate(token.expiresAt.slice(0, 10)) };
  return (
    <li className={entries.entry}>
      <div>
        <div className={entries.name}>{token.name}</div>
        <div className="small dimmed">
          {reach} · {mayDo}
        </div>
        <div className="small dimmed">
          {hasExpired ? m.tokens_expired(end) : m.tokens_expires(end)} ·{' '}
          {token.lastUsedOn === null
            ? m.tokens_never_used()
            : m.tokens_last_used({ day: formatDate(token.lastUsedOn) })}
        </div>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={m.tokens_revoke_named({ name: token.name })}
        loading={revoke.isPending}
        onClick={() =>
          revoke.mutate(
            { tokenId: token.id },
            {
              onSuccess: () => showToast(m.tokens_revoked({ name: token.name }), { type: 'success' }),
              onError: toastProblem,
            },
          )
        }
      >
        {m.tokens_revoke()}
      </Button>
    </li>
  );
}
