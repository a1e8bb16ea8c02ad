import { Button, FileButton, NativeSelect, Textarea } from '@mantine/core';
import FileUp from 'lucide-react/icons/file-up';
import { useState } from 'react';
import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { showToast } from '../shell/toast.ts';
import { useDraftForm } from '../ui/draft-form.ts';
import { roleOptions } from '../ui/labels.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ImportCheck } from './ImportCheck.tsx';
import { SeatsInUse } from './SeatsInUse.tsx';
import classes from './users.module.css';

type Values = { list: string; role: Role };

const initialValues: Values = { list: '', role: 'worker' };
const largestFileBytes = 2_000_000;

/** A list is pasted or read from a file, checked line by line, and only then are invites sent. */
export function ImportUserPage() {
  const draft = useDraftForm<Values>({ name: 'users:import', initialValues, required: ['list'] });
  const { form } = draft;
  const [checked, setChecked] = useState<Values | null>(null);
  const { role } = form.getValues();
  const readFile = async (file: File | null) => {
    if (!file) return;
    if (file.size > largestFileBytes || /\.xlsx?$/i.test(file.name)) {
      showToast(m.users_import_not_text(), { type: 'error' });
      return;
    }
    form.setFieldValue('list', await file.text());
    setChecked(null);
  };
  return (
    <>
      <PageHeader title={m.route_import_user()} text={<SeatsInUse />} />
      <form className={classes.importForm} noValidate onSubmit={form.onSubmit((values) => setChecked({ ...values }))}>
        <Textarea
          label={m.users_import_list()}
          description={m.users_import_list_text()}
          placeholder={m.users_import_example()}
          rows={8}
          autoComplete="off"
          spellCheck={false}
          key={form.key('list')}
          {...form.getInputProps('list')}
        />
        <NativeSelect
          label={m.users_import_role()}
          data={roleOptions()}
          value={role}
          onChange={(event) => {
            const chosen = roleOptions().find(({ value }) => value === event.currentTarget.value);
            if (chosen) form.setFieldValue('role', chosen.value);
          }}
        />
        <div className={classes.buttons}>
          <Button type="submit" variant={checked ? 'default' : 'filled'}>
            {m.users_import_check()}
          </Button>
          <FileButton onChange={readFile} accept=".csv,.tsv,.txt,text/csv,text/plain">
            {(props) => (
              <Button variant="default" leftSection={<FileUp size={16} aria-hidden />} {...props}>
                {m.users_import_file()}
              </Button>
            )}
          </FileButton>
        </div>
      </form>
      {checked && <ImportCheck key={checked.list} list={checked.list} role={checked.role} onDone={draft.forget} />}
    </>
  );
}
