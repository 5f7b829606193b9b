import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'
import { TitleOf } from './title-of.tsx'

export interface AskProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** The question. */
  readonly title: string
  /** The profile that it is about, by its ID. */
  readonly of?: string | null
  readonly children?: ReactNode
  /** The verbs of the two buttons. */
  readonly verb: string
  readonly keep: string
  /** Red, for actions that can't be undone. */
  readonly danger?: boolean
  readonly run: () => Promise<unknown>
}

/** The dialog of `Ask`. */
export function AskDialog({ opened, onClose, title, of, children, verb, keep, danger = false, run }: AskProps) {
  const doing = useMutation({ mutationFn: run, onSuccess: onClose })
  return (
    <Dialog opened={opened} onClose={onClose} title={<TitleOf title={title} of={of} />} withCloseButton={false}>
      <div className="second">{children}</div>
      <Problem error={doing.error} />
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="subtle" data-autofocus onClick={onClose}>
          {keep}
        </Button>
        <Button variant={danger ? 'danger-filled' : 'filled'} loading={doing.isPending} onClick={() => doing.mutate()}>
          {verb}
        </Button>
      </Group>
    </Dialog>
  )
}
