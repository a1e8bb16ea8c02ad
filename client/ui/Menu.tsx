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
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  const next = to === undefined ? findByLetter(event, [...items.slice(at + 1), ...items]) : items.at(to % items.length);
  if (!next && event.key !== 'Tab') return;
  event.preventDefault();
  event.stopPropagation();
  if (next) next.focus();
  else event.currentTarget.hidePopover();
}

/** The first one that begins with the typed letter. */
const findByLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, items: readonly HTMLElement[]) =>
  key.length > 1 || key === ' ' || ctrlKey || metaKey || altKey
    ? undefined
    : items.find(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase()));
