import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { apiQuery } from '../queries.ts';
import { Button } from '../ui/Button.tsx';
import { focusSelf } from '../ui/focus-on-mount.ts';
import { Section } from '../ui/Section.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import classes from './account.module.css';
import { CloseForm } from './CloseForm.tsx';
import { ClosingFacts } from './ClosingFacts.tsx';
import { SetPasswordFirst } from './SetPasswordFirst.tsx';

/** First the consequences, then the password, because closing an account cannot be undone. */
export function CloseAccount() {
  const [step, setStep] = useState<'idle' | 'confirm' | 'back'>('idle');
  return (
    <Section id="close" title={m.account_close_title()} text={m.account_close_text()}>
      {step === 'confirm' ? (
        <Closing onCancel={() => setStep('back')} />
      ) : (
        <div className={classes.actions}>
          <Button variant="default" ref={step === 'back' ? focusSelf : undefined} onClick={() => setStep('confirm')}>
            {m.account_close_begin()}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Closing({ onCancel }: { onCancel: () => void }) {
  const query = useQuery(apiQuery('companies', 'GET /account/closing', {}));
  const factor = useQuery(apiQuery('session', 'GET /account/second-factor', {}));
  if (query.isPending || factor.isPending) return <SkeletonRows rows={3} height={48} />;
  if (query.isLoadingError) return <ErrorState error={query.error} onRetry={query.refetch} />;
  if (factor.isLoadingError) return <ErrorState error={factor.error} onRetry={factor.refetch} />;
  const { companies, hasPassword } = query.data;
  const withoutAdmin = companies.filter(({ isLastAdmin }) => isLastAdmin).map(({ name }) => name);
  return (
    <>
      <ClosingFacts companies={companies} />
      {!hasPassword && <SetPasswordFirst />}
      {hasPassword && (
        <CloseForm withoutAdmin={withoutAdmin} asksForCode={factor.data.turnedOnAt !== null} onCancel={onCancel} />
      )}
    </>
  );
}
