/** The element that had the focus last, outside of menus and dialogs, which are gone when a dialog ends. */
let last: Element | null = null

const remember = ({ target }: FocusEvent) => {
  if (target instanceof Element && target.closest('[role=menu], [role=dialog]') === null) last = target
}

export const lastFocused = (): Element | null => last

/** Returns how to stop. */
export function followFocus(): () => void {
  document.addEventListener('focusin', remember)
  return () => document.removeEventListener('focusin', remember)
}
