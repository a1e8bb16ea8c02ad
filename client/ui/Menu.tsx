import { createContext, type KeyboardEvent, type ReactNode, use } from 'react';
import { clientSideLink } from './Button.tsx';
import rows from './menu-row.module.css';
import classes from './popup.module.css';
import { type PopupOptions, type PopupTrigger, usePopup } from './popup.ts';

type Props = PopupOptions & {
  button: (trigger: PopupTrigger & { 'aria-haspopup': 'menu' }) => ReactNode;
  children: ReactNode;
};

const Close = createContext(() => {});
const itemClass = `${rows.row} ${classes.item}`;

/** A menu of actions opened by a button, with arrow keys, Home, End, and the letters that actions begin with. */
export function Menu({ button, children, ...options }: Props) {
  const { isMounted, isOpen, close, trigger, panel } = usePopup(options);
  return (
    <>
      {button({ ...trigger, 'aria-haspopup': 'menu' })}
      {isMounted && (
        <div {...panel} role="menu" tabIndex={-1} className={`${classes.panel} ${classes.menu}`} onKeyDown={moveFocus}>
          {isOpen && <Close value={close}>{children}</Close>}
        </div>
      )}
    </>
  );
}

type ItemProps = { icon?: ReactNode; end?: ReactNode; color?: 'red'; children: ReactNode };

export function MenuItem({ icon, end, color, children, onSelect }: ItemProps & { onSelect: () => void }) {
  const close = use(Close);
  const press = () => {
    close();
    onSelect();
  };
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={itemClass} data-color={color} onClick={press}>
      {icon}
      <span className={classes.itemText}>{children}</span>
      {end}
    </button>
  );
}

export function MenuLink({ icon, children, href }: ItemProps & { href: string }) {
  const close = use(Close);
  return (
    <a {...clientSideLink(href, close)} role="menuitem" tabIndex={-1} className={itemClass}>
      {icon}
      <span className={classes.itemText}>{children}</span>
    </a>
  );
}

export const MenuLabel = ({ children }: { children: ReactNode }) => <div className={classes.heading}>{children}</div>;

export const MenuLine = () => <hr className={classes.line} />;

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.findIndex((item) => item.matches(':focus'));
  const moves = new Map([
    ['ArrowDown', at + 1],
    ['ArrowUp', at - 1],
    ['Home', 0],
    ['End', items.length - 1],
  ]);
  const next = moves.get(event.key) ?? findByLetter(event, items, at);
  if (next === undefined && event.key !== 'Tab') return;
  event.preventDefault();
  event.stopPropagation();
  if (next === undefined) event.currentTarget.hidePopover();
  else items.at(next % items.length)?.focus();
}

/** The next one that begins with the typed letter. */
function findByLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, items: readonly HTMLElement[], at: number) {
  if (key.length > 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
  const fits = items.map(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase()));
  const next = fits.indexOf(true, at + 1);
  const found = next === -1 ? fits.indexOf(true) : next;
  return found === -1 ? undefined : found;
}
