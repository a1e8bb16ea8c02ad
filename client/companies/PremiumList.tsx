import Check from 'lucide-react/icons/check';
import { m } from '#locales/messages.js';
import { Section } from '../ui/Section.tsx';
import classes from './companies.module.css';

/** The benefits of Premium. */
export function PremiumList() {
  const gains = [
    m.company_premium_team(),
    m.company_premium_projects(),
    m.company_premium_approvals(),
    m.company_premium_reports(),
  ];
  return (
    <Section title={m.company_premium_title()}>
      <ul className={classes.benefits}>
        {gains.map((gain) => (
          <li key={gain}>
            <Check size={18} aria-hidden />
            {gain}
          </li>
        ))}
      </ul>
    </Section>
  );
}
