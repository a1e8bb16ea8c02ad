import { m } from '#locales/messages.js';
import { SeatsInUse } from '../members/SeatsInUse.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { EarlierImports } from './EarlierImports.tsx';
import { ImportForm } from './ImportForm.tsx';
import { ImportRunView } from './ImportRunView.tsx';
import { useImportParameters } from './import-parameters.ts';

/** Imports people: check, start, and the progress of a run. */
export function ImportMembersPage() {
  const [{ run }] = useImportParameters();
  return (
    <>
      <PageHeader title={m.route_import_user()} text={<SeatsInUse />} />
      {run === '' ? (
        <>
          <ImportForm />
          <EarlierImports />
        </>
      ) : (
        <ImportRunView id={run} againLabel={m.users_import_another()} />
      )}
    </>
  );
}
