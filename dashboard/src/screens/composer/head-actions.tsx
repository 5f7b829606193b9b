import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Profile } from '@polypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ask } from '../../parts/ask.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/words.ts'
import classes from './composer.module.css'
import { composerWords } from './composer-words.ts'
import { isEmpty } from './content.ts'
import type { Target } from './state/sending.ts'
import type { WritingState } from './state/writing.ts'

interface Props {
  readonly target: Target
  readonly writing: WritingState
  readonly profile: Profile
}

/** A label, discard, keep: as buttons, and in one menu where there is no space. */
export function HeadActions({ target, writing, profile }: Props) {
  const t = useWords(composerWords)
  const [isAsking, { open: ask, close }] = useDisclosure(false)
  const { leave, discard, keep } = useLeaving(target, profile, writing.isNew)
  const isWorth = target.kind === 'post' || writing.draft !== null || !isEmpty(writing.content)
  const drop = () => (isWorth ? ask() : leave())
  const isPost = target.kind === 'post'
  return (
    <>
      <div className={classes.wideOnly}>
        <Button variant="subtle" onClick={writing.panes.openLabels}>
          {t.addLabel}
        </Button>
        <Button variant="subtle" onClick={drop}>
          {t.discard}
        </Button>
        {!isPost && <Button onClick={keep}>{t.keepAsDraft}</Button>}
      </div>
      <div className={classes.narrowOnly}>
        <MoreMenu label={t.more}>
          <Menu.Item onClick={writing.panes.openLabels}>{t.addLabel}</Menu.Item>
          {!isPost && <Menu.Item onClick={keep}>{t.keepAsDraft}</Menu.Item>}
          <Menu.Item onClick={drop}>{t.discard}</Menu.Item>
        </MoreMenu>
      </div>
      <Ask
        opened={isAsking}
        onClose={close}
        title={isPost ? t.discardPost : t.discardTitle}
        of={profile.id}
        verb={isPost ? t.drop : t.delete}
        keep={t.keep}
        danger
        run={discard}
      >
        {isPost ? t.discardPostText : t.discardText}
      </Ask>
    </>
  )
}

/** The ways out that are not publishing. */
function useLeaving(target: Target, { id: profile }: Profile, isNew: boolean) {
  const t = useWords(composerWords)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const leave = () =>
    target.kind === 'post'
      ? navigate({ to: '/p/$profile/posts/$id', params: { profile, id: String(target.get().id) } })
      : navigate({ to: '/p/$profile/calendar', params: { profile } })
  return {
    leave,
    discard: async () => {
      if (target.kind === 'draft') await target.autosave.discard()
      else target.store.drop()
      await queries.invalidateQueries({ queryKey: ['drafts'] })
      await leave()
    },
    // Unsaved content is saved on the way out. A new post says by itself where it is.
    keep: async () => {
      await navigate({ to: '/p/$profile/drafts', params: { profile } })
      if (!isNew) toast(t.savedAsDraft)
    },
  }
}
