import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { publicError } from '../calls/public-error.ts'
import { PublicError } from '../contract/errors.ts'
import type { OperationName } from '../contract/operations.ts'
import type { KeyCaller } from '../usecases/context.ts'
import type { Confirmations } from './confirmations.ts'
import type { MessageContext, Operate } from './operate.ts'

export interface ToolServices {
  readonly operate: Operate
  readonly caller: KeyCaller
  readonly confirmations: Confirmations
  /** The addresses where people do what an assistant may not. */
  readonly pages: Pages
  readonly log: MessageContext['log']
}

export interface Pages {
  readonly draft: (id: string) => string
  readonly post: (id: number) => string
  readonly deletedPosts: string
  readonly comments: string
  readonly waitingReplies: string
}

interface Person {
  /** The client can show a question to the person. */
  readonly canAsk: boolean
  /** The answer of the person to the question of this call; null before it was asked. */
  readonly said: 'yes' | 'no' | null
}

type Call<I> = ToolServices & { readonly input: I; readonly person: Person }

/** A tool returns this instead of its output. Its next run has the answer. */
export class Question {
  readonly text: string
  /** The meaning of a yes, on the box that the person ticks. */
  readonly yes: string

  constructor(text: string, yes: string) {
    this.text = text
    this.yes = yes
  }
}

type ConfirmationServices = Pick<Call<unknown>, 'caller' | 'person'>

/** Whether a person agrees to the call, or must be asked first. Throws if they declined. */
export function consentTo({ caller, person }: ConfirmationServices): 'given' | 'open' | 'impossible' {
  if (caller.unattended || person.said === 'yes') return 'given'
  if (person.said === 'no')
    throw new PublicError('approval_required', 'The person declined. Nothing was done. Ask what to change.')
  return person.canAsk ? 'open' : 'impossible'
}

/** The question to ask first; null: go on. Where nobody can be asked, throws the page on which a person does it instead. */
export function askFirst(asking: ConfirmationServices, question: Question, page: string): Question | null {
  const consent = consentTo(asking)
  if (consent === 'given') return null
  if (consent === 'open') return question
  throw new PublicError(
    'approval_required',
    `This needs a person’s yes, and your program cannot ask for it. Nothing was done. A person does it in Polypost: ${page}`,
  )
}

/** The effect of a tool. `sends`: others see it. */
type Kind = 'reads' | 'writes' | 'sends'

interface ToolDefinition<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly kind: Kind
  /** Whoever may not call it does not see the tool. */
  readonly operation: OperationName
  readonly input: I
  readonly output: O
  readonly run: (call: Call<z.output<I>>) => Promise<z.input<O> | Question>
}

export interface Tool {
  readonly name: string
  readonly operation: OperationName
  readonly register: (server: McpServer, services: ToolServices) => void
}

const annotations: Readonly<Record<Kind, ToolAnnotations>> = {
  reads: { readOnlyHint: true, openWorldHint: false },
  writes: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  sends: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
}

export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(definition: ToolDefinition<I, O>): Tool {
  const { name, title, description, kind, operation, run } = definition
  // The SDK has types of its own for any schema library. They are too slow with ours, so it gets less exact ones.
  const inputSchema: z.ZodObject = definition.input
  const outputSchema: z.ZodObject = definition.output
  return {
    name,
    operation,
    register: (server, services) => {
      server.registerTool(
        name,
        { title, description, inputSchema, outputSchema, annotations: { title, ...annotations[kind] } },
        async (given, context) => {
          try {
            const input = definition.input.parse(given)
            return asResult(await run({ ...services, input, person: personOf(server, context) }))
          } catch (error) {
            return asError(error, services.log)
          }
        },
      )
    },
  }
}

/** The text has the same content as the structured output, because some clients read only one of them. */
function asResult(output: object): CallToolResult | InputRequiredResult {
  if (output instanceof Question) return ask(output)
  return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: { ...output } }
}

/** The error of the API: its code, its sentence with the remedy, and its details. */
function asError(thrown: unknown, log: MessageContext['log']): CallToolResult {
  const { code, message, details, status } = publicError(thrown)
  if (status >= 500) log.error({ err: thrown }, 'tool failed')
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error: { code, message, details } }) }] }
}

const answerName = 'answer'
// The protocol allows no strict objects in questions.
const answer = z.object({ yes: z.boolean() })

const ask = ({ text, yes }: Question): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      [answerName]: inputRequired.elicit({
        message: text,
        requestedSchema: z.object({ yes: z.boolean().meta({ title: yes }) }),
      }),
    },
  })

function personOf({ server }: McpServer, { mcpReq }: ServerContext): Person {
  const { elicitation } = server.getClientCapabilities() ?? {}
  const canAsk = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
  const response = inputResponse(mcpReq.inputResponses, answerName)
  if (!canAsk || response.kind !== 'elicit') return { canAsk, said: null }
  const agreed = response.action === 'accept' && answer.safeParse(response.content).data?.yes === true
  return { canAsk, said: agreed ? 'yes' : 'no' }
}
