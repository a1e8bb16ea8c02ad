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

/** A code of the authenticator app, or a recovery code. */
export function SecondStep() {
  const [method, setMethod] = useState<'app' | 'recovery'>('app');
  const byApp = useSend('POST /sign-in/second-factor');
  const byRecovery = useSend('POST /sign-in/recovery-code');
  const field = method === 'app' ? 'code' : 'recoveryCode';
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
      text={method === 'app' ? m.session_second_step_text() : m.session_recovery_step_text()}
    >
      <FormShell
        draft={draft}
        submitLabel={m.session_login()}
        isWide={false}
        fieldNames={{ code: field }}
        onSubmit={async ({ code, recoveryCode }) =>
          acceptSession(await (method === 'app' ? byApp.send({ code }) : byRecovery.send({ code: recoveryCode })))
        }
      >
        {method === 'app' ? (
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
      <Button variant="default" onClick={() => setMethod(method === 'app' ? 'recovery' : 'app')}>
        {method === 'app' ? m.session_use_recovery_code() : m.session_use_app_code()}
      </Button>
      <Button variant="subtle" onClick={goBack}>
        {m.session_back_to_beginning()}
      </Button>
    </Card>
  );
}
