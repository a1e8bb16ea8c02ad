import { useNavigate } from '@tanstack/react-router';
import { m } from '#locales/messages.js';
import { showToast } from '../toast.ts';
import { Dialog } from '../ui/Dialog.tsx';
import classes from './companies.module.css';
import { FoundCompanyForm } from './FoundCompanyForm.tsx';

/** For people with a company: founds another one and opens it. */
export function FoundCompanyDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <Dialog isOpen title={m.shell_new_company()} onClose={onClose}>
      <div className={classes.stack}>
        <p className="dimmed">{m.company_found_text()}</p>
        <FoundCompanyForm
          onFounded={(company) => {
            onClose();
            navigate({ to: '/dashboard' });
            showToast(m.company_founded({ company }), { type: 'success' });
          }}
        />
      </div>
    </Dialog>
  );
}
