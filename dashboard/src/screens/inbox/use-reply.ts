import { ApiError, type InboxEntry } from '@polypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { polypost } from '../../data/client.ts'
import { entryQuery } from '../../data/inbox.ts'
import { useRemembered } from '../../data/remembered.ts'
import { useSending } from '../../data/use-sending.ts'

interface ReplyText {
  readonly text: string
  /** The text that was sent and has no known outcome; null: none. */
  readonly sent: string | null
}

const nothing: ReplyText = { text: '', sent: null }

/**
 * The stages of a reply between the press and its outcome. `waiting`: for the service. `asked`: the platform is asked
 * whether it is there. `not there`: it was asked, and has nothing. `unfinished`: nobody knows that it was sent.
 */
export type ReplyStage = 'writing' | 'sending' | 'waiting' | 'asked' | 'not there' | 'refused' | 'unfinished'

/**
 * A reply that is written to a comment. The text stays in this browser until the service says that it is published: after
 * a lost answer, a reload or a doubt, the entry tells what became of it.
 */
export function useReply(entry: InboxEntry) {
  const queries = useQueryClient()
  const [{ text, sent }, write] = useRemembered<ReplyText>(`reply.${entry.id}`, nothing)
  const { state, send: untilAnswered, keyOf, forget } = useSending()
  const [wasAsked, setAsked] = useState(false)
  const found = sent === null ? undefined : entry.own_replies.find(({ message }) => message === sent)
  const isRunning = state.kind === 'working' || state.kind === 'waiting'
  const isPosted = !isRunning && found?.status === 'posted'
  const isAsked = !isRunning && found?.status === 'sending'

  useEffect(() => {
    if (isAsked) setAsked(true)
    if (!isPosted) return
    forget()
    write(nothing)
  })

  const publish = async (message: string) => {
    const body = { post_id: entry.post.job_id, comment_id: entry.comment.id, message }
    try {
      await polypost.comments.reply(body, { idempotencyKey: keyOf(`${entry.id} ${message}`) })
    } catch (error) {
      if (error instanceof ApiError) {
        if (error.code !== 'outcome_unknown') write({ text, sent: null })
        await queries.invalidateQueries(entryQuery(entry.id))
      }
      throw error
    }
    await queries.invalidateQueries(entryQuery(entry.id))
    write(nothing)
    void queries.invalidateQueries({ queryKey: ['inbox'] })
  }

  const stage = (): ReplyStage => {
    if (isRunning) return state.kind === 'working' ? 'sending' : 'waiting'
    if (isAsked) return 'asked'
    if (sent !== null && wasAsked && found === undefined) return 'not there'
    if (state.kind === 'failed') return 'refused'
    return sent !== null && found === undefined ? 'unfinished' : 'writing'
  }

  return {
    text,
    stage: stage(),
    error: state.kind === 'failed' ? state.error : null,
    write: (next: string) => {
      forget()
      setAsked(false)
      write({ text: next, sent: null })
    },
    send: () => {
      const message = text.trim()
      if (message === '' || isRunning || isAsked) return
      setAsked(false)
      write({ text, sent: message })
      void untilAnswered(() => publish(message))
    },
  }
}
