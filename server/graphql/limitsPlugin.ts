import { GraphQLError, parse } from 'graphql'
import type { DocumentNode, GraphQLSchema } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { costRefusal, LIMITS, refusal, sizeRefusal, staticRefusal } from './limits.ts'

/** Returns the plugin that holds a request to the limits: tokens while parsing, shape before validation, lists and cost before execution. */
export function limitsPlugin(): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn(parseWithin)
    },
    onValidate({ params, setResult }) {
      const document: DocumentNode = params.documentAST
      const found = staticRefusal(document)
      if (found) setResult([found])
    },
    onExecute({ args, setResultAndStopExecution }) {
      const { schema, document, operationName, variableValues }: Operation = args
      const found = sizeRefusal(variableValues ?? {}) ?? costRefusal(schema, document, operationName, variableValues ?? {})
      if (found) setResultAndStopExecution({ errors: [found] })
    },
  }
}

/** What yoga hands to the executor, typed; its own types leave it open. */
type Operation = {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operationName?: string | null
  readonly variableValues?: Readonly<Record<string, unknown>> | null
}

type Parse = typeof parse

/** The parser stops at the limit, so that a long text costs no more than a short one. */
function parseWithin(...[source, options]: Parameters<Parse>): ReturnType<Parse> {
  try {
    return parse(source, { ...options, maxLexicalTokens: LIMITS.tokens })
  } catch (error) {
    throw isTokenLimit(error) ? refusal('QUERY_TOO_LARGE', { max: LIMITS.tokens }) : withParseCode(error)
  }
}

function isTokenLimit(error: unknown): boolean {
  return error instanceof Error && error.message.includes('tokens')
}

function withParseCode(error: unknown): unknown {
  if (error instanceof GraphQLError) error.extensions['code'] = 'GRAPHQL_PARSE_FAILED'
  return error
}
