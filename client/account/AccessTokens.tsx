import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { apiQuery } from '../queries.ts';
import { AddableEntries } from '../ui/AddableEntries.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { TextField } from '../ui/TextField.tsx';
import { AccessTokenRow } from './AccessTokenRow.tsx';
import classes from './account.module.css';
import { NewAccessToken } from './NewAccessToken.tsx';

/** The user's access tokens: permissions, last use, and revocation. */
export function AccessTokens() {
  const list = useQuery(apiQuery('session', 'GET /account/tokens', {}));
  const factor = useQuery(apiQuery('session', 'GET /account/second-factor', {}));
  const [created, setCreated] = useState<string | null>(null);
  if (list.isPending || factor.isPending) return <SkeletonRows rows={1} height={56} />;
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  if (factor.isLoadingError) return <ErrorState error={factor.error} onRetry={() => factor.refetch()} />;
  return (
    <>
      {created !== null && <NewTokenSecret token={created} onDone={() => setCreated(null)} />}
      <AddableEntries
        rows={list.data.tokens}
        none={m.tokens_none()}
        add={m.tokens_new()}
        renderRow={(token) => <AccessTokenRow token={token} />}
        renderForm={(onClose) => (
          <NewAccessToken
            asksForCode={factor.data.turnedOnAt !== null}
            onCancel={onClose}
            onMade={(token) => {
              setCreated(token);
              onClose();
            }}
          />
        )}
      />
    </>
  );
}

/** The secret of a new token, shown only once. It is selectable, for browsers without a Clipboard API. */
const NewTokenSecret = ({ token, onDone }: { token: string; onDone: () => void }) => (
  <div className={classes.shownOnce}>
    <TextField
      label={m.tokens_made_title()}
      description={m.tokens_made_text()}
      value={token}
      readOnly
      autoFocus
      classNames={{ input: classes.secret }}
      onFocus={(event) => event.currentTarget.select()}
    />
    <div className={classes.shownOnceActions}>
      <CopyButton text={token} />
      <Button variant="subtle" size="compact-sm" onClick={onDone}>
        {m.tokens_made_done()}
      </Button>
    </div>
  </div>
);
