/** How long a part may take to come, in milliseconds: the fields of a platform are loaded when they are opened. */
const patience = 400

const fields = 'input:not([type=hidden]), textarea, select, button, [tabindex="0"]'

/** Moves the focus to the part with this ID once it is on the screen: to itself, or to the first field in it. */
export function focusOn(id: string, name?: string): void {
  const end = performance.now() + patience
  const look = () => {
    const part = document.getElementById(id)
    const named = name === undefined ? null : part?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
    const isThere = name === undefined ? part !== null : named
    if (!isThere && performance.now() < end) return void requestAnimationFrame(look)
    const target = named ?? (part?.matches(fields) ? part : part?.querySelector<HTMLElement>(fields))
    target?.focus()
  }
  requestAnimationFrame(look)
}
