import { useMutation } from '@tanstack/react-query'
import { useWords, words } from '../words/words.ts'
import { Dialog } from './dialog.tsx'
import classes from './move-to-profile.module.css'
import { Problem } from './problem.tsx'
import { ProfileList } from './profile-list.tsx'
import { useCloseButton } from './use-close-button.ts'

const moveWords = words({ title: 'Move to profile' }, { title: 'In ein Profil verschieben' })

interface Props {
  /** The profile that it is in, by its ID. */
  readonly current: string
  readonly move: (id: string) => Promise<unknown>
  readonly close: () => void
}

/** Chooses the profile to which a draft or a post moves. */
export function MoveToProfile({ current, move, close }: Props) {
  const t = useWords(moveWords)
  const closeButton = useCloseButton()
  const moving = useMutation({
    mutationFn: async (id: string) => {
      if (id !== current) await move(id)
    },
    onSuccess: close,
  })
  return (
    <Dialog
      opened
      onClose={close}
      title={t.title}
      closeButtonProps={closeButton}
      size={360}
      classNames={{ body: classes.body }}
    >
      <div className={classes.problem}>
        <Problem error={moving.error} />
      </div>
      <ProfileList current={current} choose={(id) => !moving.isPending && moving.mutate(id)} />
    </Dialog>
  )
}
