import { useState } from 'react';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import entries from '../ui/entries.module.css';
import { FormShell } from '../ui/FormShell.tsx';
import { focusFirstField, focusSelf } from '../ui/focus-on-mount.ts';
import { TextField } from '../ui/TextField.tsx';
import { InstantText } from '../ui/texts.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import classes from './factors.module.css';

type Passkey = ApiOutput<'GET /account/passkeys'>['passkeys'][number];
type Step = 'idle' | 'rename' | 'remove' | 'back';

/** One passkey: name, last use, and actions to rename and remove it. */
export function PasskeyRow({ passkey, onGone }: { passkey: Passkey; onGone: () => void }) {
  const { id: passkeyId, createdAt, lastUsedAt } = passkey;
  const name = passkey.name ?? m.account_unknown_device();
  const [step, setStep] = useState<Step>('idle');
  const remove = useApiMutation('POST /account/passkeys/{passkeyId}/remove', { invalidates: ['session'] });
  const goBack = () => setStep('back');
  if (step === 'rename') return <RenameForm passkey={passkey} onDone={goBack} />;
  if (step === 'remove')
    return (
      <ConfirmForm
        name={`passkey-remove:${passkeyId}`}
        asksForCode={false}
        submitLabel={m.account_passkey_remove_confirm()}
        onConfirm={async ({ currentPassword }) => {
          await remove.mutateAsync({ passkeyId, currentPassword });
          showToast(m.account_passkey_removed(), { type: 'success' });
          onGone();
        }}
        onCancel={goBack}
      >
        <p>{m.account_passkey_remove_text({ name })}</p>
      </ConfirmForm>
    );
  return (
    <>
      <div>
        <div className={entries.name}>{name}</div>
        <div className="small dimmed">
          {m.account_passkey_created()} <InstantText at={createdAt} />
        </div>
        <div className="small dimmed">
          {lastUsedAt === null ? (
            m.account_passkey_unused()
          ) : (
            <>
              {m.account_passkey_used()} <InstantText at={lastUsedAt} />
            </>
          )}
        </div>
      </div>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="compact-sm"
          ref={step === 'back' ? focusSelf : undefined}
          aria-label={m.account_passkey_rename_named({ name })}
          onClick={() => setStep('rename')}
        >
          {m.account_passkey_rename()}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={m.account_passkey_remove_named({ name })}
          onClick={() => setStep('remove')}
        >
          {m.account_passkey_remove()}
        </Button>
      </div>
    </>
  );
}

function RenameForm({ passkey: { id: passkeyId, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const rename = useApiMutation('PATCH /account/passkeys/{passkeyId}', { invalidates: ['session'] });
  const draft = useDraftForm({
    name: `account:passkey:${passkeyId}`,
    initialValues: { name: name ?? '' },
    required: ['name'],
  });
  return (
    <div ref={focusFirstField} className={classes.step}>
      <FormShell
        draft={draft}
        submitLabel={m.account_save_name()}
        isSecondary
        onSubmit={async (values) => {
          await rename.mutateAsync({ passkeyId, ...values });
          showToast(m.account_name_saved(), { type: 'success' });
          onDone();
        }}
        onCancel={() => {
          draft.discard();
          onDone();
        }}
      >
        <TextField
          label={m.account_passkey_name()}
          key={draft.form.key('name')}
          {...draft.form.getInputProps('name')}
        />
      </FormShell>
    </div>
  );
}
