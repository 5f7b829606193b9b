import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { lastFocused } from './last-focus.ts'

/** The opener of a dialog: a button, also within another dialog; for the item of a menu, the button of the menu. */
function openerNow(): Element | null {
  const active = document.activeElement
  return active === null || active === document.body || active.closest('[role=menu]') !== null ? lastFocused() : active
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

function focus(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true })
}

/** Gives the focus back when a dialog has ended. What opened it may be gone with it: then the screen gets it. */
function useFocusBack(): void {
  const [opener] = useState(openerNow)
  useEffect(
    () => () => {
      if (isLost()) focus(opener)
      if (isLost()) focus(document.getElementById('content'))
    },
    [opener],
  )
}

/** Every dialog is this one. It is shown as long as it is mounted, so it gives the focus back by itself. */
export function Dialog(props: ModalProps) {
  useFocusBack()
  return <Modal {...props} returnFocus={false} />
}
