import linkClasses from '../shell/navigation-link.module.css';
import { clientSideLink } from '../ui/Button.tsx';
import classes from './settings.module.css';

/** On a phone the links are one line that scrolls: the current one and the one with the focus are in its middle. */
function showInLine(link: HTMLElement | null): void {
  const line = link?.closest('ul');
  if (!link || !line) return;
  const [ofLink, ofLine] = [link.getBoundingClientRect(), line.getBoundingClientRect()];
  line.scrollLeft += ofLink.left + ofLink.width / 2 - ofLine.left - ofLine.width / 2;
}

type SideLink = { href: string; label: string; isCurrent?: boolean };

/** Links beside the page on wide screens, and above it on narrow ones; a link with # leads to a section of the same page. */
export const SideNavigation = ({ label, links }: { label: string; links: readonly SideLink[] }) => (
  <nav aria-label={label} className={classes.navigation}>
    <ul>
      {links.map(({ href, label: text, isCurrent }) => (
        <li key={href}>
          <a
            href={href}
            {...(href.startsWith('#') ? undefined : clientSideLink(href))}
            ref={isCurrent ? showInLine : undefined}
            onFocus={({ currentTarget }) => showInLine(currentTarget)}
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
