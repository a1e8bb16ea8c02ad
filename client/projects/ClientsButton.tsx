import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { Client } from '#contract/clients.ts';
import { maxClientNameLength } from '#domain/clients.ts';
import { m } from '#locales/messages.js';
import { refreshSession, useCan, useCompany } from '../auth.ts';
import { affectedBy, apiQuery, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form } from '../ui/Form.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { problemText } from '../ui/problem-text.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { TextField } from '../ui/TextField.tsx';
import classes from './clients.module.css';

/** For those who may rename and delete clients, where there are any. */
export function ClientsButton() {
  const { hasClients } = useCompany();
  const canManage = useCan('clients.manage');
  const [isOpen, setOpen] = useState(false);
  if (!canManage || (!hasClients && !isOpen)) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {m.clients_clients()}
      </Button>
      <Dialog isOpen={isOpen} title={m.clients_clients()} onClose={() => setOpen(false)}>
        <ClientList />
      </Dialog>
    </>
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
  if (list.isPending) return <SkeletonRows rows={4} height={44} />;
  if (list.isError) return <ErrorState error={list.error} onRetry={list.refetch} />;
  const { found, hasMore } = list.data;
  return (
    <div className={classes.clients}>
      <p className="dimmed">{m.clients_manage_text()}</p>
      {(hasMore || search !== '') && <SearchField label={m.clients_search()} value={search} onChange={setSearch} />}
      <ul className={classes.list}>
        {found.map((client) => (
          <ClientRow key={client.id} client={client} />
        ))}
      </ul>
      <p className="dimmed small" role="status">
        {noteOf(search, found, hasMore)}
      </p>
    </div>
  );
}

function noteOf(search: string, found: readonly Client[], hasMore: boolean): string | null {
  if (hasMore) return m.ui_more_fit();
  if (found.length > 0) return null;
  return search === '' ? m.ui_nothing_to_choose() : m.ui_nothing_fits({ search });
}

function ClientRow({ client }: { client: Client }) {
  const { id: companyId } = useCompany();
  const [isRenaming, setRenaming] = useState(false);
  const { id: clientId, name, projects } = client;
  const remove = useApiMutation('DELETE /companies/{companyId}/clients/{clientId}', {
    invalidates: affectedBy.projects,
    onDone: async () => {
      showToast(m.clients_deleted({ name }), { type: 'success' });
      await refreshSession();
    },
  });
  return (
    <li>
      <div className={classes.row}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <span className="dimmed small numeric">{m.clients_projects({ count: projects })}</span>
        <IconButton
          aria-label={m.clients_rename_one({ name })}
          aria-expanded={isRenaming}
          onClick={() => setRenaming(!isRenaming)}
        >
          <Pencil size={16} aria-hidden />
        </IconButton>
        {projects === 0 && (
          <IconButton
            aria-label={m.clients_delete_one({ name })}
            disabled={remove.isPending}
            onClick={() => remove.mutate({ companyId, clientId }, { onError: toastProblem })}
          >
            <Trash size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      {isRenaming && <Rename client={client} onDone={() => setRenaming(false)} />}
    </li>
  );
}

function Rename({ client: { id: clientId, name }, onDone }: { client: Client; onDone: () => void }) {
  const { id: companyId } = useCompany();
  const [typed, setTyped] = useState(name);
  const rename = useApiMutation('PATCH /companies/{companyId}/clients/{clientId}', {
    invalidates: affectedBy.projects,
    onDone: (renamed) => {
      showToast(m.clients_renamed({ name: renamed.name }), { type: 'success' });
      onDone();
    },
  });
  return (
    <Form className={classes.rename} onSubmit={() => rename.mutate({ companyId, clientId, name: typed })}>
      <TextField
        label={m.clients_name()}
        value={typed}
        required
        autoFocus
        autoComplete="off"
        maxLength={maxClientNameLength}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={rename.isError && problemText(rename.error)}
      />
      <Button type="submit" loading={rename.isPending}>
        {m.clients_save()}
      </Button>
    </Form>
  );
}
