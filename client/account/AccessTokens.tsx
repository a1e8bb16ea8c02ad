import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { apiQuery } from '../queries.ts';
import { Button } from '../ui/Button.tsx';
import entries from '../ui/entries.module.css';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { AccessTokenRow } from './AccessTokenRow.tsx';
import { NewAccessToken } from './NewAccessToken.tsx';
import { NewTokenSecret } from './NewTokenSecret.tsx';

/** The user's access tokens: permissions, last use, and revocation. */
export function AccessTokens() {
  const list = useQuery(apiQuery('session', 'GET /account/tokens', {}));
  const factor = useQuery(apiQuery('session', 'GET /account/second-factor', {}));
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  if (list.isPending || factor.isPending) return <SkeletonRows rows={1} height={56} />;
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  if (factor.isLoadingError) return <ErrorState error={factor.error} onRetry={() => factor.refetch()} />;
  const { tokens } = list.data;
  return (
    <>
      {created !== null && <NewTokenSecret token={created} onDone={() => setCreated(null)} />}
      {tokens.length === 0 && !isCreating && <p className="dimmed">{m.tokens_none()}</p>}
      {tokens.length > 0 && (
        <ul className={entries.entries}>
          {tokens.map((token) => (
            <AccessTokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      {isCreating ? (
        <NewAccessToken
          asksForCode={factor.data.turnedOnAt !== null}
          onCancel={() => setCreating(false)}
          onMade={(token) => {
            setCreated(token);
            setCreating(false);
          }}
        />
      ) : (
        <div>
          <Button variant="default" onClick={() => setCreating(true)}>
            {m.tokens_new()}
          </Button>
        </div>
      )}
    </>
  );
}
