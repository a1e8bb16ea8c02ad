// Layout faults: texts that are clipped by their control or overlap, and controls outside the window.
import type { Page } from '@playwright/test';
import { truncatedTexts } from './long-names.ts';
import { notIsolated } from './right-to-left.ts';

/** All layout faults caused by long texts and right-to-left names. Wide tables are allowed, because they scroll. */
export async function layoutFaults(page: Page): Promise<string[]> {
  const faults = [
    ...(await truncatedTexts(page)),
    ...(await overflowingTexts(page)),
    ...(await controlsOutside(page)),
    ...(await notIsolated(page)),
  ];
  return faults.filter((fault) => !fault.startsWith('a table is') && !isStatusOfBlock(fault));
}

/** Blocks of the week may clip text: their height is their duration, and the full text is shown when opened. */
const isStatusOfBlock = (fault: string): boolean => fault.includes('<span _statusLabel');

/** Controls that cannot be scrolled into view: outside the window or a fixed panel, or clipped by an ancestor. */
export const controlsOutside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls =
      'button, a[href], input:not([type=hidden]), select, textarea, summary, [tabindex="0"], [role=menuitem], [role=option], [role=tab]';
    const isBeyond = (box: DOMRect, own: DOMRect, axis: 'x' | 'y') =>
      axis === 'x'
        ? box.left < own.left - 1 || box.right > own.right + 1
        : box.top < own.top - 1 || box.bottom > own.bottom + 1;
    /** Content left of or above the scroll origin cannot be reached by scrolling. */
    const isBeforeScrolling = (box: DOMRect, scrolled: Element, axis: 'x' | 'y') => {
      const own = scrolled.getBoundingClientRect();
      return axis === 'x' ? box.left + scrolled.scrollLeft < own.left - 1 : box.top + scrolled.scrollTop < own.top - 1;
    };
    const faultOf = (control: Element, axis: 'x' | 'y'): string | null => {
      const box = control.getBoundingClientRect();
      let staysInPlace = false;
      for (let at: Element | null = control; at; at = at.parentElement) {
        const style = getComputedStyle(at);
        const overflow = axis === 'x' ? style.overflowX : style.overflowY;
        if (at !== control && /auto|scroll/.test(overflow))
          return isBeforeScrolling(box, at, axis) ? 'a control lies before where scrolling begins' : null;
        if (at !== control && /hidden|clip/.test(overflow) && isBeyond(box, at.getBoundingClientRect(), axis))
          return 'a control is cut off';
        staysInPlace ||= style.position === 'fixed';
        if (staysInPlace) break;
      }
      if (axis === 'y' && !staysInPlace) return null;
      return isBeyond(box, new DOMRect(0, 0, innerWidth, innerHeight), axis) ? 'a control is outside' : null;
    };
    return [...document.querySelectorAll(controls)]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((control) => control.getBoundingClientRect().width > 2 && !control.closest('.visually-hidden, svg'))
      .flatMap((control) => {
        const fault = faultOf(control, 'x') ?? faultOf(control, 'y');
        const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
        return fault ? [`${fault}: <${control.tagName.toLowerCase()} ${control.className}> ${name.slice(0, 40)}`] : [];
      });
  });

const overflowingTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const name = (element: Element) =>
      `<${element.tagName.toLowerCase()} ${element.className}> ${element.textContent?.slice(0, 40)}`;
    /** Elements drawn above others, or in separate scroll containers. */
    const layerOf = (element: Element | null): Element | null => {
      if (!element || element.matches('[popover], dialog, [role=dialog], [role=listbox]')) return element;
      const { position, overflowX, overflowY } = getComputedStyle(element);
      const isOwnLayer = /fixed|sticky|absolute/.test(position) || /auto|scroll/.test(overflowX + overflowY);
      return isOwnLayer ? element : layerOf(element.parentElement);
    };
    /** Names may be shortened: they are shown in full elsewhere. */
    const ofTheDemo = /Karya Bangun Nusantara|Pengecoran pelat lantai/;
    const found: string[] = [];
    const controls = [
      ...document.querySelectorAll('button, a[href], label, th, legend, [role=menuitem], [role=tab], [role=option]'),
    ].filter((element) => isSeen(element) && !element.closest('.visually-hidden, svg'));
    const boxes: { element: Element; box: DOMRect; layer: Element | null }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement;
      if (!around || !/[\p{L}\p{N}]/u.test(node.nodeValue ?? '')) continue;
      if (around.closest('script, style, svg, option, textarea, .visually-hidden') || !isSeen(around)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const clip = clipOf(around);
      for (const whole of range.getClientRects()) {
        const box = clip ? overlapOf(whole, clip) : whole;
        if (box.width > 1 && box.height > 1) boxes.push({ element: around, box, layer: layerOf(around) });
      }
    }
    function clipOf(element: Element): DOMRect | null {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (/hidden|clip/.test(getComputedStyle(at).overflowX)) return at.getBoundingClientRect();
      return null;
    }
    function overlapOf(one: DOMRect, other: DOMRect) {
      const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
      const [right, bottom] = [Math.min(one.right, other.right), Math.min(one.bottom, other.bottom)];
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    }
    for (const { element, box } of boxes) {
      const control = element.closest('button, label, [role=menuitem], [role=tab], [role=option], th');
      const own = control && getComputedStyle(control).display !== 'inline' ? control.getBoundingClientRect() : null;
      if (own && own.width > 2 && (box.right > own.right + 1.5 || box.left < own.left - 1.5))
        found.push(`wider than its control: ${name(element)}`);
      if (own && own.height > 2 && (box.bottom > own.bottom + 3 || box.top < own.top - 3))
        found.push(`higher than its control: ${name(element)}`);
    }
    for (const control of controls)
      for (const part of [control, ...control.querySelectorAll('*')])
        if (
          getComputedStyle(part).textOverflow === 'ellipsis' &&
          part.scrollWidth > part.clientWidth + 1 &&
          !ofTheDemo.test(part.textContent ?? '')
        )
          found.push(`ends in an ellipsis: ${name(part)}`);
    /** The middle half of a line: letters do not fill the space above and below it. */
    const core = ({ left, right, top, height }: DOMRect) => ({
      left: left + 1,
      right: right - 1,
      top: top + height * 0.25,
      bottom: top + height * 0.75,
    });
    for (const [index, one] of boxes.entries()) {
      const a = core(one.box);
      for (const other of boxes.slice(index + 1)) {
        if (one.layer !== other.layer || one.element === other.element) continue;
        const b = core(other.box);
        if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
          found.push(`over one another: ${name(one.element)} and ${name(other.element)}`);
      }
    }
    return [...new Set(found)];
  });
