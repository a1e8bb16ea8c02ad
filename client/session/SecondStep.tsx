import { useState } from 'react';
import { m } from '#locales/messages.js';
import { acceptSession, backToFirstStep } from '../auth.ts';
import { useSend } from '../send.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { toastProblem } from '../ui/problem-toast.ts';
import { TextField } from '../ui/TextField.tsx';

/** The code of the app, or one of those kept for the day it is lost. */
export function SecondStep() {
  const [way, setWay] = useState<'app' | 'recovery'>('app');
  const byApp = useSend('POST /sign-in/second-factor');
  const byRecovery = useSend('POST /sign-in/recovery-code');
  const field = way === 'app' ? 'code' : 'recoveryCode';
  const draft = useDraftForm({
    name: 'second-step',
    initialValues: { code: '', recoveryCode: '' },
    required: [field],
    secrets: ['code', 'recoveryCode'],
  });
  const goBack = () => backToFirstStep().catch(toastProblem);
  return (
    <Card
      title={m.session_second_step_title()}
      text={way === 'app' ? m.session_second_step_text() : m.session_recovery_step_text()}
    >
      <FormShell
        draft={draft}
        submitLabel={m.session_login()}
        isWide={false}
        fieldNames={{ code: field }}
        onSubmit={async ({ code, recoveryCode }) =>
          acceptSession(await (way === 'app' ? byApp.send({ code }) : byRecovery.send({ code: recoveryCode })))
        }
      >
        {way === 'app' ? (
          <TextField
            label={m.session_code()}
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            key={draft.form.key('code')}
            {...draft.form.getInputProps('code')}
          />
        ) : (
          <TextField
            label={m.session_recovery_code()}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            key={draft.form.key('recoveryCode')}
            {...draft.form.getInputProps('recoveryCode')}
          />
        )}
      </FormShell>
      <Button variant="default" onClick={() => setWay(way === 'app' ? 'recovery' : 'app')}>
        {way === 'app' ? m.session_use_recovery_code() : m.session_use_app_code()}
      </Button>
      <Button variant="subtle" onClick={goBack}>
        {m.session_back_to_beginning()}
      </Button>
    </Card>
  );
}
