import linkClasses from '../shell/navigation-link.module.css';
import { clientSideLink } from '../ui/Button.tsx';
import classes from './settings.module.css';

type SideLink = { href: string; label: string; isCurrent?: boolean };

/** Links beside the page on wide screens, and above it on narrow ones; a link with # leads to a section of the same page. */
export const SideNavigation = ({ label, links }: { label: string; links: readonly SideLink[] }) => (
  <nav aria-label={label} className={classes.navigation}>
    <ul>
      {links.map(({ href, label: text, isCurrent }) => (
        <li key={href}>
          <a
            {...(href.startsWith('#') ? { href } : clientSideLink(href))}
            aria-current={isCurrent ? 'page' : undefined}
            className={linkClasses.link}
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
