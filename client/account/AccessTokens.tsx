import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { read } from '../queries.ts';
import entries from '../ui/entries.module.css';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { AccessTokenRow } from './AccessTokenRow.tsx';
import { NewAccessToken } from './NewAccessToken.tsx';
import { ShownOnce } from './ShownOnce.tsx';

/** Programs that act in one's name: what they may do, when they were last seen, and how to end them. */
export function AccessTokens() {
  const list = useQuery(read('session', 'GET /account/tokens', {}));
  const factor = useQuery(read('session', 'GET /account/second-factor', {}));
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  if (list.isPending || factor.isPending) return <SkeletonRows rows={1} height={56} />;
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  if (factor.isLoadingError) return <ErrorState error={factor.error} onRetry={() => factor.refetch()} />;
  const { tokens } = list.data;
  return (
    <>
      {made !== null && <ShownOnce token={made} onDone={() => setMade(null)} />}
      {tokens.length === 0 && !isMaking && <p className="dimmed">{m.tokens_none()}</p>}
      {tokens.length > 0 && (
        <ul className={entries.entries}>
          {tokens.map((token) => (
            <AccessTokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      {isMaking ? (
        <NewAccessToken
          asksForCode={factor.data.turnedOnAt !== null}
          onCancel={() => setMaking(false)}
          onMade={(token) => {
            setMade(token);
            setMaking(false);
          }}
        />
      ) : (
        <div>
          <Button variant="default" onClick={() => setMaking(true)}>
            {m.tokens_new()}
          </Button>
        </div>
      )}
    </>
  );
}
