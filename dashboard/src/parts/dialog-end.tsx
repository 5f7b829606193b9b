import { Button, Group } from '@mantine/core'

interface Props {
  /** Of the button that changes nothing. */
  readonly keep: string
  readonly close: () => void
  readonly verb: string
  readonly isBusy: boolean
  /** Red, for actions that can’t be undone. */
  readonly danger?: boolean
}

/** The buttons at the end of a form in a dialog. */
export const DialogEnd = ({ keep, close, verb, isBusy, danger = false }: Props) => (
  <Group justify="flex-end" gap="sm" mt="lg">
    <Button variant="subtle" onClick={close}>
      {keep}
    </Button>
    <Button variant={danger ? 'danger-filled' : 'filled'} type="submit" loading={isBusy}>
      {verb}
    </Button>
  </Group>
)
