import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '#contract/clients.ts';
import { maxClientNameLength } from '#domain/clients.ts';
import { m } from '#locales/messages.js';
import { refreshSession, useCan, useCompany } from '../auth.ts';
import { affectedBy, apiQuery, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import { NameList, NameRow, NamesButton, NewNameForm } from './NamesDialog.tsx';

/** For those who may rename and delete clients, where there are any. */
export function ClientsButton() {
  const { hasClients } = useCompany();
  const canManage = useCan('clients.manage');
  return (
    <NamesButton title={m.clients_clients()} isOffered={canManage && hasClients}>
      <ClientList />
    </NamesButton>
  );
}

/** The clients of the company with the number of their projects; each can be renamed, and deleted if it has none. */
function ClientList() {
  const { id: companyId } = useCompany();
  const [search, setSearch] = useState('');
  const input = { companyId, ...(search === '' ? {} : { search }) };
  const list = useQuery({
    ...apiQuery('projects', 'GET /companies/{companyId}/clients', input),
    placeholderData: keepPreviousData,
  });
  return (
    <NameList
      list={list}
      text={m.clients_manage_text()}
      search={{ label: m.clients_search(), value: search, onChange: setSearch }}
      row={(client) => <ClientRow key={client.id} client={client} />}
    />
  );
}

function ClientRow({ client }: { client: Client }) {
  const { id: companyId } = useCompany();
  const { id: clientId, name, projects } = client;
  const remove = useApiMutation('DELETE /companies/{companyId}/clients/{clientId}', {
    invalidates: affectedBy.projects,
    onDone: async () => {
      showToast(m.clients_deleted({ name }), { type: 'success' });
      await refreshSession();
    },
  });
  return (
    <NameRow
      name={name}
      note={m.clients_projects({ count: projects })}
      rename={{
        label: m.clients_rename_one({ name }),
        form: (close) => <RenameClient client={client} onDone={close} />,
      }}
      deletion={
        projects === 0 && {
          label: m.clients_delete_one({ name }),
          isPending: remove.isPending,
          onDelete: () => remove.mutate({ companyId, clientId }, { onError: toastProblem }),
        }
      }
    />
  );
}

function RenameClient({ client: { id: clientId, name }, onDone }: { client: Client; onDone: () => void }) {
  const { id: companyId } = useCompany();
  const rename = useApiMutation('PATCH /companies/{companyId}/clients/{clientId}', {
    invalidates: affectedBy.projects,
    onDone: (renamed) => {
      showToast(m.clients_renamed({ name: renamed.name }), { type: 'success' });
      onDone();
    },
  });
  return (
    <NewNameForm
      name={name}
      label={m.clients_name()}
      saveLabel={m.clients_save()}
      maxLength={maxClientNameLength}
      isPending={rename.isPending}
      error={rename.error}
      onRename={(typed) => rename.mutate({ companyId, clientId, name: typed })}
    />
  );
}
