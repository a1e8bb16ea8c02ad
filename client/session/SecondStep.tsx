import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { acceptSession, backToFirstStep } from '../auth.ts';
import { useWrite } from '../queries.ts';
import { showToast } from '../shell/toast.ts';
import { Card } from '../ui/Card.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { problemText } from '../ui/problem-text.ts';

/** The code of the app, or one of those kept for the day it is lost. */
export function SecondStep() {
  const [way, setWay] = useState<'app' | 'recovery'>('app');
  const byApp = useWrite('POST /sign-in/second-factor', { changes: [], onDone: acceptSession });
  const byRecovery = useWrite('POST /sign-in/recovery-code', { changes: [], onDone: acceptSession });
  const field = way === 'app' ? 'code' : 'recoveryCode';
  const draft = useDraftForm({
    name: 'second-step',
    initialValues: { code: '', recoveryCode: '' },
    required: [field],
    secrets: ['code', 'recoveryCode'],
  });
  const goBack = () => backToFirstStep().catch((error) => showToast(problemText(error), { type: 'error' }));
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
        onSubmit={({ code, recoveryCode }) =>
          way === 'app' ? byApp.mutateAsync({ code }) : byRecovery.mutateAsync({ code: recoveryCode })
        }
      >
        {way === 'app' ? (
          <TextInput
            label={m.session_code()}
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            key={draft.form.key('code')}
            {...draft.form.getInputProps('code')}
          />
        ) : (
          <TextInput
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
