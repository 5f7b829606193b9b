import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { RotateWebhookSecretResult, Webhook } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { polypost } from '../../data/client.ts'
import { newKey } from '../../data/new-key.ts'
import { deliveriesQuery, webhooksQuery } from '../../data/webhooks.ts'
import { Ask } from '../../parts/ask.tsx'
import { Icon } from '../../parts/icon.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import { webhookWords } from './webhooks-words.ts'

interface Props {
  readonly webhook: Webhook
  readonly edit: () => void
  readonly onRotated: (rotated: RotateWebhookSecretResult) => void
}

/** The actions for an endpoint. */
export function EndpointActions({ webhook: { id, disabled_at }, edit, onRotated }: Props) {
  const t = useWords(webhookWords)
  const [isRotating, rotating] = useDisclosure(false)
  const [isRemoving, removing] = useDisclosure(false)
  return (
    <>
      {disabled_at === null && <Test id={id} />}
      <MoreMenu label={t.actions}>
        <Menu.Item leftSection={<Icon name="edit" />} onClick={edit}>
          {t.edit}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="key" />} onClick={rotating.open}>
          {t.rotate}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="trash" />} color="var(--pp-bad)" onClick={removing.open}>
          {t.remove}
        </Menu.Item>
      </MoreMenu>
      {isRotating && <Rotate id={id} close={rotating.close} onRotated={onRotated} />}
      {isRemoving && <Remove id={id} close={removing.close} />}
    </>
  )
}

interface AskProps {
  readonly id: number
  readonly close: () => void
}

function Test({ id }: Pick<Webhook, 'id'>) {
  const t = useWords(webhookWords)
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => polypost.webhooks.test(id),
    onSettled: () => queries.invalidateQueries(deliveriesQuery(id)),
  })
  return (
    <>
      <Problem error={test.error} />
      <Button leftSection={<Icon name="send" />} loading={test.isPending} onClick={() => test.mutate()}>
        {t.test}
      </Button>
    </>
  )
}

function Rotate({ id, close, onRotated }: AskProps & Pick<Props, 'onRotated'>) {
  const t = useWords(webhookWords)
  const [idempotencyKey] = useState(newKey)
  const rotate = async () => onRotated(await polypost.webhooks.rotateSecret(id, {}, { idempotencyKey }))
  return (
    <Ask opened onClose={close} title={t.rotateAsk} verb={t.rotateVerb} keep={t.keep} run={rotate}>
      {t.rotateText}
    </Ask>
  )
}

function Remove({ id, close }: AskProps) {
  const t = useWords(webhookWords)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const remove = async () => {
    await polypost.webhooks.delete(id)
    await navigate({ to: '/webhooks' })
    await queries.invalidateQueries(webhooksQuery)
  }
  return (
    <Ask opened onClose={close} title={t.removeAsk} verb={t.removeVerb} keep={t.keep} danger run={remove}>
      {t.removeText}
    </Ask>
  )
}
