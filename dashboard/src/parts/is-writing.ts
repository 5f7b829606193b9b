/** Whether keys are letters there, and no commands. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null
