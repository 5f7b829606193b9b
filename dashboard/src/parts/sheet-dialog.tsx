import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { useCloseButton } from './use-close-button.ts'

interface SheetProps {
  readonly title: string
  readonly close: () => void
  readonly children: ReactNode
}

/** The dialog of `Sheet`. */
export const SheetDialog = ({ title, close, children }: SheetProps) => (
  <Dialog opened onClose={close} title={title} closeButtonProps={useCloseButton()}>
    {children}
  </Dialog>
)
