import { z } from 'zod'
import { signIn } from '../../tools/signIn.ts'
import type { SignIn } from '../../tools/signIn.ts'

const answerSchema = z.object({
  data: z.unknown(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z.object({ code: z.string().optional(), field: z.string().optional(), params: z.unknown() }).optional(),
      }),
    )
    .optional(),
})

/** The product's GraphQL endpoint for one person in one company. */
export class Api {
  readonly #login: SignIn
  #token: string

  constructor(login: SignIn, token: string) {
    this.#login = login
    this.#token = token
  }

  /** Returns the caller after signing in. */
  static async open(login: SignIn): Promise<Api> {
    return new Api(login, await signIn(login))
  }

  /** Returns the data of the answer, checked; an expired token is renewed once, errors are thrown with their codes. */
  async call<Schema extends z.ZodType>(
    schema: Schema,
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
  ): Promise<z.output<Schema>> {
    let response = await this.#post(query, variables)
    if (response.status === 401) {
      this.#token = await signIn(this.#login)
      response = await this.#post(query, variables)
    }
    const text = await response.text()
    const answer = answerSchema.safeParse(parseJson(text))
    if (!answer.success) throw new Error(`The API answers ${response.status}: ${text.slice(0, 300)}`)
    const [error] = answer.data.errors ?? []
    if (error) {
      const { code, field, params } = error.extensions ?? {}
      throw new Error(
        `The API refuses ${error.path?.join('.') ?? 'the request'}: ${[code ?? error.message, field, params === undefined ? undefined : JSON.stringify(params)].filter(Boolean).join(' ')}`,
      )
    }
    return schema.parse(answer.data.data)
  }

  #post(query: string, variables: Readonly<Record<string, unknown>>): Promise<Response> {
    return fetch(`${this.#login.url}/api/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${this.#token}`,
        'x-schema-code': this.#login.companyId,
        'accept-language': 'en',
      },
      body: JSON.stringify({ query, variables }),
    })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
