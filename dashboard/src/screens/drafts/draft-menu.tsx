import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Draft } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { polypost } from '../../data/client.ts'
import { useHasProfiles } from '../../data/profiles.ts'
import { useMay } from '../../data/session.ts'
import { Ask } from '../../parts/ask.tsx'
import { Icon } from '../../parts/icon.tsx'
import { lazily } from '../../parts/lazily.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import { draftWords } from './drafts-words.ts'

const MoveToProfile = lazily(async () => (await import('../../parts/move-to-profile.tsx')).MoveToProfile)

/** Rare actions for a draft. */
export function DraftMenu({ draft: { id, revision, profile_id, template } }: { readonly draft: Draft }) {
  const t = useWords(draftWords)
  const queries = useQueryClient()
  const [isAsking, { open, close }] = useDisclosure(false)
  const reread = () => queries.invalidateQueries({ queryKey: ['drafts'] })
  const duplicate = useMutation({ mutationFn: () => polypost.drafts.duplicate(id), onSettled: reread })
  const toggleTemplate = useMutation({
    mutationFn: () => polypost.drafts.update(id, { expected_revision: revision, profile_id, template: !template }),
    onSettled: reread,
  })
  const remove = async () => {
    await polypost.drafts.delete(id, { expected_revision: revision }, { profile_id })
    await reread()
  }
  const move = async (profile: string) => {
    await polypost.drafts.update(id, { expected_revision: revision, profile_id: profile })
    await reread()
  }
  const [isMoving, moving] = useDisclosure(false)
  const hasProfiles = useHasProfiles()
  if (!useMay('author')) return null
  return (
    <>
      <MoreMenu label={t.actions}>
        <Menu.Item leftSection={<Icon name="copy" />} onClick={() => duplicate.mutate()}>
          {t.duplicate}
        </Menu.Item>
        {hasProfiles && (
          <Menu.Item leftSection={<Icon name="move" />} onClick={moving.open}>
            {t.move}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="bookmark" />} onClick={() => toggleTemplate.mutate()}>
          {template ? t.makeDraft : t.makeTemplate}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="trash" />} color="var(--pp-bad)" onClick={open}>
          {t.remove}
        </Menu.Item>
      </MoreMenu>
      <Problem error={duplicate.error ?? toggleTemplate.error} />
      {isMoving && <MoveToProfile current={profile_id} move={move} close={moving.close} />}
      <Ask
        opened={isAsking}
        onClose={close}
        title={t.removeAsk}
        of={profile_id}
        verb={t.remove}
        keep={t.keep}
        danger
        run={remove}
      >
        {t.removeText}
      </Ask>
    </>
  )
}
