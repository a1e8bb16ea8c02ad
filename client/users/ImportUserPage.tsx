import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';
import { EarlierImports } from './EarlierImports.tsx';
import { ImportForm } from './ImportForm.tsx';
import { ImportRunView } from './ImportRunView.tsx';
import { useImportAddress } from './import-address.ts';
import { SeatsInUse } from './SeatsInUse.tsx';

/** Imports people: check, start, and the progress of a run. */
export function ImportUserPage() {
  const [{ run }] = useImportAddress();
  return (
    <>
      <PageHeader title={m.route_import_user()} text={<SeatsInUse />} />
      {run === '' ? (
        <>
          <ImportForm />
          <EarlierImports />
        </>
      ) : (
        <ImportRunView id={run} />
      )}
    </>
  );
}
