import { useMediaQuery } from '@mantine/hooks'
import { useParams, useSearch } from '@tanstack/react-router'
import { scopeParameter, useHere, useScope } from '../../data/scope.ts'
import { Back } from '../../parts/back.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { Conversation } from './conversation.tsx'
import { conversationWords } from './conversation-words.ts'
import { EntryList } from './entry-list.tsx'
import { HeadActions } from './head-actions.tsx'
import classes from './inbox.module.css'
import { inboxWords } from './inbox-words.ts'
import { useInboxEntries } from './use-inbox-entries.ts'
import { useListActions } from './use-list-actions.ts'
import { useWalk } from './use-walk.ts'

const phone = '(max-width: 1023px)'

/** The comments on all posts: a list, and the conversation of one of them. On phones each takes the whole page. */
export function Inbox() {
  const t = useWords(inboxWords)
  const { back } = useWords(conversationWords)
  const { zoneName } = useTimes()
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false }) === true
  const { id } = useParams({ strict: false })
  const currentId = id === undefined ? null : Number(id)
  const filter = useSearch({ from: '/p/$profile/inbox' })
  const here = useHere()
  const profiles = scopeParameter(useScope())
  const list = useInboxEntries(profiles, filter, currentId)
  const actions = useListActions(profiles)
  useWalk(list.entries ?? [], currentId)
  const isConversation = isPhone && currentId !== null
  return (
    <Screen
      title={t.title}
      of={here.profile}
      fact={zoneName()}
      back={
        isConversation && (
          <Back to="/p/$profile/inbox" params={here} search>
            {back}
          </Back>
        )
      }
      fills
      actions={!isConversation && <HeadActions list={list} filter={filter} actions={actions} />}
    >
      <div className={classes.layout} data-open={currentId !== null || undefined}>
        <EntryList list={list} filter={filter} currentId={currentId} actions={actions} />
        {currentId === null ? <Choose /> : <Conversation key={currentId} id={currentId} />}
      </div>
    </Screen>
  )
}

function Choose() {
  const t = useWords(inboxWords)
  return (
    <div className={classes.choose}>
      <p className="second">{t.choose}</p>
      <p className="small third">{t.keys}</p>
    </div>
  )
}
