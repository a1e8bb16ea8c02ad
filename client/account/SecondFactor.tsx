import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { apiQuery, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { focusSelf } from '../ui/focus-on-mount.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { InstantText } from '../ui/texts.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { FactorSetup } from './FactorSetup.tsx';
import classes from './factors.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Step = 'idle' | 'turn on' | 'turn off' | 'new codes';

/** With fewer codes left the user is asked to make new ones. */
const minRecoveryCodes = 3;

/** Turns the authenticator app on and off as the second step of sign-in. */
export function SecondFactor() {
  const state = useQuery(apiQuery('session', 'GET /account/second-factor', {}));
  const [step, setStep] = useState<Step | 'back'>('idle');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useApiMutation('POST /account/recovery-codes', { invalidates: ['session'] });
  const turnOff = useApiMutation('POST /account/second-factor/turn-off', { invalidates: ['session'] });
  const goBack = () => setStep('back');
  const show = (fresh: readonly string[]) => {
    setCodes(fresh);
    setStep('back');
  };
  if (codes) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />;
  if (state.isPending) return <SkeletonRows rows={1} height={56} />;
  if (state.isLoadingError) return <ErrorState error={state.error} onRetry={() => state.refetch()} />;
  if (step === 'turn on') return <FactorSetup onDone={show} onCancel={goBack} />;
  if (step === 'new codes')
    return (
      <ConfirmForm
        name="recovery-codes"
        asksForCode
        submitLabel={m.account_factor_make_codes()}
        onConfirm={async (proof) => show((await renew.mutateAsync(proof)).recoveryCodes)}
        onCancel={goBack}
      />
    );
  if (step === 'turn off')
    return (
      <ConfirmForm
        name="factor-off"
        asksForCode
        submitLabel={m.account_factor_turn_off()}
        onConfirm={async (proof) => {
          await turnOff.mutateAsync(proof);
          showToast(m.account_factor_is_off(), { type: 'success' });
          goBack();
        }}
        onCancel={goBack}
      />
    );
  return <FactorState state={state.data} isBack={step === 'back'} onStep={setStep} />;
}

type FactorStateProps = {
  state: ApiOutput<'GET /account/second-factor'>;
  isBack: boolean;
  onStep: (step: Step) => void;
};

function FactorState({ state: { turnedOnAt, recoveryCodesLeft }, isBack, onStep }: FactorStateProps) {
  const ref = isBack ? focusSelf : undefined;
  if (turnedOnAt === null)
    return (
      <div>
        <Button variant="default" ref={ref} onClick={() => onStep('turn on')}>
          {m.account_factor_turn_on()}
        </Button>
      </div>
    );
  return (
    <>
      <div>
        <p>
          {m.account_factor_on_since()} <InstantText at={turnedOnAt} />
        </p>
        <p className="dimmed">
          {m.account_factor_codes_left({ count: recoveryCodesLeft })}
          {recoveryCodesLeft < minRecoveryCodes && <>. {m.account_factor_codes_low()}</>}
        </p>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" ref={ref} onClick={() => onStep('new codes')}>
          {m.account_factor_make_codes()}
        </Button>
        <Button variant="default" onClick={() => onStep('turn off')}>
          {m.account_factor_turn_off()}
        </Button>
      </div>
    </>
  );
}
