import { Menu } from '@mantine/core'
import type { Invite } from '@polypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { polypost } from '../../data/client.ts'
import { newKey } from '../../data/new-key.ts'
import { invitesQuery } from '../../data/people.ts'
import { useRolesUpToOwn } from '../../data/session.ts'
import { Ask } from '../../parts/ask.tsx'
import { useFresh } from '../../parts/fresh.tsx'
import { Icon } from '../../parts/icon.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import rows from '../../parts/rows.module.css'
import { roleWords } from '../../words/roles.ts'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { InviteLink, type NewInvite } from './invite-link.tsx'
import classes from './people.module.css'
import { peopleWords } from './people-words.ts'

export function InviteRow({ invite }: { readonly invite: Invite }) {
  const t = useWords(peopleWords)
  const times = useTimes()
  const [made, setMade] = useState<NewInvite | null>(null)
  return (
    <li className={`${rows.row} ${classes.row}`}>
      <p className={`${rows.text} ${rows.name}`}>{invite.email}</p>
      <p className={rows.text}>{useWords(roleWords)[invite.role].name}</p>
      <p className={`${rows.text} numbers`}>{t.endsAt(times.time(invite.expires_at))}</p>
      <div className={rows.act}>
        <Actions invite={invite} show={setMade} />
      </div>
      {made && (
        <div className={classes.link}>
          <InviteLink invite={made} />
        </div>
      )}
    </li>
  )
}

interface Props {
  readonly invite: Invite
  readonly show: (made: NewInvite) => void
}

function Actions({ invite: { id, email, role }, show }: Props) {
  const t = useWords(peopleWords)
  const queries = useQueryClient()
  const { withPassword, question } = useFresh()
  const mayInvite = useRolesUpToOwn().includes(role)
  const [dialog, setDialog] = useState<'renew' | 'remove' | null>(null)
  const close = () => setDialog(null)
  // A new invite of the same address takes the place of this one.
  const renew = async () => {
    const idempotencyKey = newKey()
    show(await withPassword(() => polypost.people.createInvite({ email, role }, { idempotencyKey })))
    await queries.invalidateQueries(invitesQuery)
  }
  const remove = async () => {
    await polypost.people.deleteInvite(id)
    await queries.invalidateQueries(invitesQuery)
  }
  return (
    <>
      <MoreMenu label={t.inviteActions(email)}>
        {mayInvite && (
          <Menu.Item leftSection={<Icon name="retry" />} onClick={() => setDialog('renew')}>
            {t.newLink}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="trash" />} color="var(--pp-bad)" onClick={() => setDialog('remove')}>
          {t.removeInvite}
        </Menu.Item>
      </MoreMenu>
      <Ask
        opened={dialog === 'renew'}
        onClose={close}
        title={t.newLinkTitle(email)}
        verb={t.newLinkVerb}
        keep={t.keepLink}
        run={renew}
      >
        {t.newLinkText}
      </Ask>
      <Ask
        opened={dialog === 'remove'}
        onClose={close}
        title={t.deleteTitle(email)}
        verb={t.deleteInvite}
        keep={t.keep}
        danger
        run={remove}
      >
        {t.deleteText}
      </Ask>
      {question}
    </>
  )
}
