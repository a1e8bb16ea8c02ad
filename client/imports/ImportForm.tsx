import { useState } from 'react';
import { maxImportMegabytes } from '#domain/imports.ts';
import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { roleOptions } from '../role-labels.ts';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/Button.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { problemText } from '../ui/problem-text.ts';
import { Select } from '../ui/Select.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { FileDrop } from './FileDrop.tsx';
import { ImportCheck, type ImportSource } from './ImportCheck.tsx';
import classes from './import.module.css';
import { readImportFile, useImportFile } from './import-file.ts';

type Values = { text: string; role: Role };

const initialValues: Values = { text: '', role: 'worker' };

/** A file or a pasted list; it is checked row by row before invites are sent. */
export function ImportForm() {
  const { id: companyId } = useCompany();
  const { form, removeDraft } = useDraftForm<Values>({ name: 'users:import', initialValues });
  const { file, setFile } = useImportFile();
  const [failure, setFailure] = useState<string | null>(null);
  const [checked, setChecked] = useState<ImportSource | null>(null);
  const check = useApiMutation('POST /companies/{companyId}/imports/check', { invalidates: [] });
  const { role } = form.getValues();
  const changeFile = async (chosen: File | null) => {
    setChecked(null);
    setFailure(null);
    if (chosen && chosen.size > maxImportMegabytes * 1_000_000)
      setFailure(m.reason_import_too_large({ megabytes: maxImportMegabytes }));
    else setFile(chosen && (await readImportFile(chosen)));
  };
  const submit = async ({ text, role: defaultRole }: Values) => {
    setChecked(null);
    if (!file && text.trim() === '') return setFailure(m.reason_import_no_source());
    const source = { companyId, role: defaultRole, ...(file ? { file: file.base64 } : { text }) };
    setFailure(null);
    try {
      await check.mutateAsync(source);
      setChecked({ ...source, fileName: file?.name ?? '' });
    } catch (error) {
      setFailure(problemText(error));
    }
  };
  const discardAll = () => {
    removeDraft();
    setFile(null);
  };
  return (
    <>
      <form className={classes.form} noValidate onSubmit={form.onSubmit(submit)}>
        <div className={classes.sources}>
          <FileDrop file={file} onFile={changeFile} onRemove={() => changeFile(null)} />
          {!file && (
            <TextArea
              label={m.users_import_list()}
              description={m.users_import_list_text()}
              placeholder={m.users_import_example()}
              minRows={4}
              autoComplete="off"
              spellCheck={false}
              key={form.key('text')}
              {...form.getInputProps('text')}
            />
          )}
        </div>
        <Select
          label={m.users_import_role()}
          options={roleOptions()}
          value={role}
          onChange={(event) => {
            const chosen = roleOptions().find(({ value }) => value === event.currentTarget.value);
            if (chosen) form.setFieldValue('role', chosen.value);
            setChecked(null);
          }}
        />
        {failure !== null && <FailureAlert text={failure} />}
        <div className={classes.buttons}>
          <Button type="submit" variant={checked ? 'default' : 'filled'} loading={check.isPending}>
            {m.users_import_check()}
          </Button>
        </div>
      </form>
      {checked && check.data && (
        <ImportCheck source={checked} checked={check.data} returnTo={pathTo('/users/import')} onDone={discardAll} />
      )}
    </>
  );
}
