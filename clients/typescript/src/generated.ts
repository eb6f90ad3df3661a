/* Made by generate.mjs from the OpenAPI document: change that, and run it again. */
export interface paths {
    "/v1/pictures/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the key's member's pictures, newest first: all, or those of one batch.
         * @description For those who are logged in. Limited members need the section editor or myImages. The key needs the scope `pictures:read`.
         */
        get: operations["listPictures"];
        put?: never;
        /**
         * Uploads a picture and removes its background: `file` of a form, or `fileBase64` or `url` in JSON. Answers 202 at once; with `Prefer: wait=30`, waits up to 30 seconds and answers 200 when the picture is done.
         * @description For those who are logged in. Limited members need the section editor. The key needs the scope `pictures:write`.
         */
        post: operations["createPicture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pictures/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One picture. With `Prefer: wait=30`, answers when it is done, or after 30 seconds.
         * @description For those who are logged in. Limited members need the section editor or myImages. The key needs the scope `pictures:read`.
         */
        get: operations["getPicture"];
        put?: never;
        post?: never;
        /**
         * Deletes the picture and everything made from it. Idempotent.
         * @description For those who are logged in. Limited members need the section editor. The key needs the scope `pictures:write`.
         */
        delete: operations["deletePicture"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pictures/{id}/settings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes background, position or shadow, each as a whole; omitted ones stay.
         * @description For those who are logged in. Limited members need the section editor. The key needs the scope `pictures:write`.
         */
        patch: operations["changePictureSettings"];
        trace?: never;
    };
    "/v1/pictures/{id}/saves/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Saves the current picture in HD for one credit, and answers when the file is ready. With `Prefer: respond-async`, answers 202 once the save is recorded. Saving the same version again is free. A picture with `isGuess` needs `acceptGuess`.
         * @description For those who are logged in. Limited members need the section editor. The key needs the scope `saves:write`.
         */
        post: operations["savePicture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pictures/{id}/file/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The finished picture: the free `preview` (longest side 500), or a save's `hd` file. PNG by default; WEBP or JPG on request (a transparent JPG needs a `background`); `crop=subject` with a `margin` in per cent. `zip` holds the colours as a JPG and the matte as a PNG.
         * @description For those who are logged in. Limited members need the section editor or myImages. The key needs the scope `pictures:read`.
         */
        get: operations["getPictureFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pictures/{id}/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Server-sent events with the picture without its `queue`: one at once, one per change. Ends when the picture is deleted or expires, or the key ends.
         * @description For those who are logged in. Limited members need the section editor or myImages. The key needs the scope `pictures:read`.
         */
        get: operations["watchPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begins a batch of up to 100 pictures. Each picture is then uploaded with its `batchId`.
         * @description For those who are logged in. Limited members need the section editor. The key needs the scope `pictures:write`.
         */
        post: operations["createBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A batch's progress. `GET /v1/pictures/?batchId=` lists them.
         * @description For those who are logged in. Limited members need the section editor or myImages. The key needs the scope `pictures:read`.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/saves/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Saves every picture of the batch in HD, with these settings, for a credit each; versions that were saved before are free. Answers once the saves are recorded; with `Prefer: wait=50`, waits for their files. A picture that cannot be saved stops no other.
         * @description For those who are logged in. Limited members need the section editor. The key needs the scope `saves:write`.
         */
        post: operations["saveBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/archive/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The batch's files as one ZIP archive, newest picture first. Its last entry, `manifest.json`, has each id's outcome and whether its file is current (`isCurrent`); a missing picture does not stop the others. A broken archive ends with the line `CLEARCUT-ARCHIVE-CORRUPT`.
         * @description For those who are logged in. Limited members need the section editor or myImages. The key needs the scope `pictures:read`.
         */
        get: operations["getBatchArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the team's active API keys, newest first, with the last 30 days of use.
         * @description For admins, within their own team. The key needs the scope `keys:manage`.
         */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/rotate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates the successor of the calling key, which works for 7 more days. A key is rotated once. Only this answer contains the new key. With the same Idempotency-Key, a repeat replaces the new key until it is first used.
         * @description For admins, within their own team. The key needs the scope `keys:manage`.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revokes a key, from the next request on.
         * @description For admins, within their own team. The key needs the scope `keys:manage`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The credits left, and the key's permissions.
         * @description For those who are logged in. The key needs the scope `account:read`.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the team's webhooks, newest first.
         * @description For admins, within their own team. The key needs the scope `webhooks:manage`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Adds a webhook (Standard Webhooks 1.0). The answer contains its signing secret.
         * @description For admins, within their own team. The key needs the scope `webhooks:manage`.
         */
        post: operations["addWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes a webhook, with its address and messages.
         * @description For admins, within their own team. The key needs the scope `webhooks:manage`.
         */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        /**
         * Changes a webhook's types, or disables or enables it; omitted fields stay.
         * @description For admins, within their own team. The key needs the scope `webhooks:manage`.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a new secret. For 24 hours, messages are signed with the old one too.
         * @description For admins, within their own team. The key needs the scope `webhooks:manage`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/messages/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A webhook's last 50 messages within 30 days, each with its tries and their answers.
         * @description For admins, within their own team. The key needs the scope `webhooks:manage`.
         */
        get: operations["listWebhookMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a message of type `test`.
         * @description For admins, within their own team. The key needs the scope `webhooks:manage`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/messages/{messageId}/send/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a message again, with the same `webhook-id`.
         * @description For admins, within their own team. The key needs the scope `webhooks:manage`.
         */
        post: operations["sendWebhookAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The OpenAPI document of /v1, from which nothing is removed.
         * @description For anyone.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            message: string;
            errorCode: string;
            /** Format: uuid */
            uuid: string;
            validation_errors?: {
                [key: string]: string;
            };
            queue?: {
                ahead: number;
            };
        };
        Problem: {
            message: string;
            errorCode: string;
            /** Format: uuid */
            uuid: string;
            validation_errors?: {
                [key: string]: string;
            };
            queue?: {
                ahead: number;
            };
            type: string;
            title: string;
            status: number;
            detail: string;
            instance: string;
        };
        NewPictureForm: {
            /**
             * Format: binary
             * @description The picture: PNG, JPG or WEBP.
             */
            file?: string;
            /** @description Where the picture is, instead of `file`. */
            url?: string;
            name?: string;
            /** Format: uuid */
            batchId?: string;
            webhookUrl?: string;
            /** @description `x1,y1,x2,y2` */
            roi?: string;
            /** @description `x,y` */
            point?: string;
        };
        /**
         * @example {
         *       "url": "https://example.com/photo.jpg"
         *     }
         */
        PictureUpload: {
            /** @description The picture: a PNG, JPG or WEBP in base64. One of this and `url`. */
            fileBase64?: string;
            /** @description Where the picture is: a public http or https address. */
            url?: string;
            /** @description What the picture is called. */
            name?: string;
            /**
             * Format: uuid
             * @description Makes it one of a batch.
             */
            batchId?: string;
            /** @description Where the events of this picture are posted, signed with the `webhookSecret` of the account. */
            webhookUrl?: string;
            /** @description What to keep: the corners x1, y1, x2, y2 of a box, in pixels. */
            roi?: number[];
            /** @description What to keep: the thing at x, y. */
            point?: number[];
        };
        Picture: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "processing" | "ready" | "failed";
            name: string;
            width: number;
            height: number;
            batchId: string | null;
            subject: {
                /** @constant */
                kind: "auto";
            } | {
                /** @constant */
                kind: "box";
                x: number;
                y: number;
                width: number;
                height: number;
            } | {
                /** @constant */
                kind: "point";
                x: number;
                y: number;
            };
            isGuess: boolean;
            settings: components["schemas"]["Settings"];
            error: {
                errorCode: string;
                message: string;
            } | null;
            queue?: {
                ahead: number;
            };
            save: {
                /** Format: uuid */
                saveId: string;
                /**
                 * Format: uuid
                 * @deprecated
                 * @description The same as `versionId`.
                 */
                opId: string;
                /** Format: date-time */
                savedAt: string;
                width: number;
                height: number;
                bytes: number;
                isCurrent: boolean;
                /**
                 * Format: uuid
                 * @description The version of the picture that was saved.
                 */
                versionId: string;
            } | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        Settings: {
            background: {
                color: string | null;
                id: (string) | null;
                base: boolean;
                blur: number;
                blurWidth: number;
            };
            position: {
                angle: number;
                origin: {
                    x: number;
                    y: number;
                };
                scale: number;
                coords: {
                    x: number;
                    y: number;
                };
                crop: {
                    x: number;
                    y: number;
                    width: number;
                    height: number;
                } | null;
                output?: {
                    width: number;
                    height: number;
                };
            };
            shadow: {
                /** @enum {string} */
                kind: "drop" | "ground" | "outline";
                color: string;
                opacity: number;
                blur: number;
                offset: {
                    x: number;
                    y: number;
                };
            } | null;
        };
        PictureList: {
            pictures: components["schemas"]["Picture"][];
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "background": {
         *         "color": "#ffffff",
         *         "id": null,
         *         "base": false,
         *         "blur": 0,
         *         "blurWidth": 0
         *       }
         *     }
         */
        SettingsChange: {
            background?: {
                color: string | null;
                id: (string) | null;
                base: boolean;
                blur: number;
                blurWidth: number;
            };
            position?: {
                angle: number;
                origin: {
                    x: number;
                    y: number;
                };
                scale: number;
                coords: {
                    x: number;
                    y: number;
                };
                crop: {
                    x: number;
                    y: number;
                    width: number;
                    height: number;
                } | null;
                output?: {
                    width: number;
                    height: number;
                };
            };
            shadow?: {
                /** @enum {string} */
                kind: "drop" | "ground" | "outline";
                color: string;
                opacity: number;
                blur: number;
                offset: {
                    x: number;
                    y: number;
                };
            } | null;
        };
        /**
         * @example {}
         * @example {
         *       "acceptGuess": true
         *     }
         */
        SaveRequest: {
            background?: {
                color: string | null;
                id: (string) | null;
                base: boolean;
                blur: number;
                blurWidth: number;
            };
            position?: {
                angle: number;
                origin: {
                    x: number;
                    y: number;
                };
                scale: number;
                coords: {
                    x: number;
                    y: number;
                };
                crop: {
                    x: number;
                    y: number;
                    width: number;
                    height: number;
                } | null;
                output?: {
                    width: number;
                    height: number;
                };
            };
            shadow?: {
                /** @enum {string} */
                kind: "drop" | "ground" | "outline";
                color: string;
                opacity: number;
                blur: number;
                offset: {
                    x: number;
                    y: number;
                };
            } | null;
            /**
             * @description Confirms that the guessed subject (`isGuess`) is the right one. A guess is never charged without it.
             * @default false
             */
            acceptGuess: boolean;
        };
        Save: {
            id: string | null;
            /** Format: uuid */
            pictureId: string;
            /** @enum {string} */
            status: "processing" | "completed";
            creditsCharged: number;
            creditsLeft: number;
            file: {
                width: number;
                height: number;
                bytes: number;
                sha256: string;
            } | null;
        };
        Batch: {
            /** Format: uuid */
            id: string;
            total: number;
            processing: number;
            ready: number;
            failed: number;
        };
        BatchSaves: {
            saves: {
                id: string | null;
                /** Format: uuid */
                pictureId: string;
                creditsCharged: number;
                file: {
                    width: number;
                    height: number;
                    bytes: number;
                    sha256: string;
                } | null;
                /** @enum {string} */
                status: "processing" | "completed" | "failed";
                /** @description Why nothing was saved; null otherwise. */
                error: {
                    errorCode: string;
                    message: string;
                } | null;
            }[];
            creditsCharged: number;
            creditsLeft: number;
        };
        ApiKeyList: {
            keys: components["schemas"]["ApiKey"][];
        };
        ApiKey: {
            /** Format: uuid */
            id: string;
            label: string;
            hint: string;
            /** @enum {string} */
            mode: "live" | "test";
            scopes: ("pictures:write" | "pictures:read" | "saves:write" | "account:read" | "webhooks:manage" | "keys:manage")[];
            limits: {
                requestsPerMinute: number;
                creditsPerDay: number | null;
                creditsPerMonth: number | null;
            };
            networks: string[];
            origins: string[];
            /** Format: uuid */
            createdBy: string;
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            lastUsedAt: string | null;
            use: {
                /** Format: date */
                day: string;
                requests: number;
                credits: number;
            }[];
        };
        CreatedApiKey: {
            key: string;
            /** Format: uuid */
            id: string;
        };
        Account: {
            /** Format: uuid */
            teamId: string;
            credits: number;
            creditsWithoutPlan: number;
            key: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                mode: "live" | "test";
                scopes: ("pictures:write" | "pictures:read" | "saves:write" | "account:read" | "webhooks:manage" | "keys:manage")[];
                limits: {
                    requestsPerMinute: number;
                    creditsPerDay: number | null;
                    creditsPerMonth: number | null;
                };
                /** @description Signs what is sent to the `webhookUrl` of a picture (Standard Webhooks). */
                webhookSecret: string;
            };
        };
        WebhookList: {
            webhooks: components["schemas"]["Webhook"][];
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            url: string;
            types: ("picture.ready" | "picture.failed" | "save.completed" | "save.failed" | "export.made" | "batch.finished" | "credits.low")[];
            isEnabled: boolean;
            disabledBecause: ("user" | "gone" | "failing") | null;
            failingSince: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        WebhookRequest: {
            url: string;
            types?: ("picture.ready" | "picture.failed" | "save.completed" | "save.failed" | "export.made" | "batch.finished" | "credits.low")[];
        };
        WebhookSecret: {
            /** Format: uuid */
            id: string;
            secret: string;
            oldValidUntil: string | null;
        };
        WebhookChanges: {
            types?: ("picture.ready" | "picture.failed" | "save.completed" | "save.failed" | "export.made" | "batch.finished" | "credits.low")[];
            isEnabled?: boolean;
        };
        WebhookMessages: {
            messages: components["schemas"]["WebhookMessage"][];
        };
        WebhookMessage: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "picture.ready" | "picture.failed" | "save.completed" | "save.failed" | "export.made" | "batch.finished" | "credits.low" | "test";
            /** @enum {string} */
            status: "waiting" | "delivered" | "failed";
            /** Format: date-time */
            createdAt: string;
            nextTryAt: string | null;
            body: string;
            tries: {
                /** Format: date-time */
                at: string;
                status: number | null;
                ms: number;
                error: string | null;
            }[];
        };
        QueuedWebhook: {
            /** Format: uuid */
            messageId: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPictures: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                batchId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page; `nextCursor` leads to the next one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PictureList"];
                };
            };
            /**
             * @description `validation_failed`: Some of the values are not valid.
             *
             *     `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createPicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same content has its effect once and gets the same answer. */
                "Idempotency-Key"?: string;
                /** @description `wait=30` waits up to 30 seconds for the result, 55 at most; `respond-async` does not wait (RFC 7240). */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["NewPictureForm"];
                "application/json": components["schemas"]["PictureUpload"];
            };
        };
        responses: {
            /** @description The picture, ready or failed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Picture"];
                };
            };
            /** @description The picture, which is being worked on; `Location` names it. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Picture"];
                };
            };
            /**
             * @description `idempotency_key_invalid`: The Idempotency-Key header must be 1 to 255 printable characters.
             *
             *     `picture_required`: Send the picture as one of file, fileBase64 or url.
             *
             *     `validation_failed`: Some of the values are not valid.
             *
             *     `file_empty`: The file is empty. Send the bytes of a PNG, JPG or WEBP picture as the body.
             *
             *     `upload_interrupted`: The upload stopped before the whole file arrived. Try again.
             *
             *     `url_required`: You must enter a URL
             *
             *     `url_invalid`: Please enter a valid image URL
             *
             *     `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `bulk_not_in_plan`: Your plan does not include bulk upload.
             *
             *     `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `picture_not_found`: This picture doesn't exist or isn't yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_key_in_use`: The first request with this Idempotency-Key is still under way. Send it again in a moment.
             *
             *     `bulk_full`: A bulk upload holds up to 100 pictures. Start another one.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `image_expired`: This picture was deleted 24 hours after its upload. Upload it again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `file_too_large`: Image is too large, please select smaller image (25 MB at most). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `file_type_unsupported`: This is not a picture we can read. Supported: PNG, JPG, WEBP. Save HEIC, AVIF, GIF, TIFF, BMP or SVG as one of them first. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was already used with other content. Use a new key.
             *
             *     `file_corrupt`: The picture is damaged or incomplete. Save or download it again, then upload it.
             *
             *     `image_too_many_pixels`: The picture has too many pixels: 50 megapixels and 16,384 pixels a side at most.
             *
             *     `subject_outside`: The box or point is outside the picture, or the box is smaller than 16 pixels.
             *
             *     `url_forbidden`: Clearcut does not fetch from this address. Use a public http or https address.
             *
             *     `url_unreachable`: We could not fetch a picture from that address. Open it in your browser, save the picture and upload the file.
             *
             *     `url_timeout`: That address took too long to answer. Try again, or download the picture and upload it.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `storage_quota_reached`: You have reached the storage limit. Delete pictures you no longer need, or wait until they are deleted after 24 hours.
             *
             *     `queue_quota_reached`: Too many of your pictures are waiting for their cut-out. Upload more when some of them are done.
             *
             *     `too_many_requests`: Too many requests. Wait a moment and try again.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `queue_full`: Too many pictures are waiting, so we did not accept this one. Try again in a moment.
             *
             *     `service_unavailable`: The service is busy or restarting. Try again in a few seconds.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=30` waits up to 30 seconds for the result, 55 at most; `respond-async` does not wait (RFC 7240). */
                Prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Picture"];
                };
            };
            /** @description `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `picture_not_found`: This picture doesn't exist or isn't yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `image_expired`: This picture was deleted 24 hours after its upload. Upload it again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deletePicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `picture_not_found`: This picture doesn't exist or isn't yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changePictureSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same content has its effect once and gets the same answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsChange"];
            };
        };
        responses: {
            /** @description The picture with its new settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Picture"];
                };
            };
            /**
             * @description `validation_failed`: Some of the values are not valid.
             *
             *     `idempotency_key_invalid`: The Idempotency-Key header must be 1 to 255 printable characters.
             *
             *     `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `picture_not_found`: This picture doesn't exist or isn't yours.
             *
             *     `background_not_found`: This picture has no such background.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `image_not_ready`: We are still working on this picture. Try again in a moment.
             *
             *     `image_failed`: The background of this picture could not be removed. Try another picture.
             *
             *     `too_many_edits`: This picture has the maximum number of edits. You can still save it as it is. To edit further, upload it again.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `image_expired`: This picture was deleted 24 hours after its upload. Upload it again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: This Idempotency-Key was already used with other content. Use a new key. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    savePicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same content has its effect once and gets the same answer. */
                "Idempotency-Key"?: string;
                /** @description `wait=30` waits up to 30 seconds for the result, 55 at most; `respond-async` does not wait (RFC 7240). */
                Prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SaveRequest"];
            };
        };
        responses: {
            /** @description The save. The headers x-credits-charged and x-credits-left say the same as its fields. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Save"];
                };
            };
            /** @description The save, which is being made; the picture will show it. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Save"];
                };
            };
            /**
             * @description `idempotency_key_invalid`: The Idempotency-Key header must be 1 to 255 printable characters.
             *
             *     `validation_failed`: Some of the values are not valid.
             *
             *     `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `no_credits`: No credits available. Please add credits
             *
             *     `api_key_credits_used`: This API key has used up its credits. Raise its limit, or wait.
             */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `picture_not_found`: This picture doesn't exist or isn't yours.
             *
             *     `background_not_found`: This picture has no such background.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_key_in_use`: The first request with this Idempotency-Key is still under way. Send it again in a moment.
             *
             *     `image_not_ready`: We are still working on this picture. Try again in a moment.
             *
             *     `image_failed`: The background of this picture could not be removed. Try another picture.
             *
             *     `guess_unconfirmed`: The subject of this picture is a guess. Look at the preview, then mark the subject, or save with acceptGuess. Nothing was charged.
             *
             *     `too_many_edits`: This picture has the maximum number of edits. You can still save it as it is. To edit further, upload it again.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `image_expired`: This picture was deleted 24 hours after its upload. Upload it again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was already used with other content. Use a new key.
             *
             *     `edit_unreadable`: A brush stroke or background of this picture is damaged, so the HD file could not be made. Your credit was refunded. Undo that edit, then save again.
             *
             *     `subject_lost`: The HD file would not show the subject, so it was not made. Your credit was refunded. Mark the subject with a box or the brush, then save again.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `save_failed`: The picture could not be saved. Nothing was charged. Try saving it again.
             *
             *     `render_failed`: The HD file could not be made. Your credit was refunded. Try saving again in a moment.
             *
             *     `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `save_queued`: Your save is still waiting, since we are busy. Try again in a moment: it keeps its place and is charged at most once.
             *
             *     `service_unavailable`: The service is busy or restarting. Try again in a few seconds.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPictureFile: {
        parameters: {
            query?: {
                format?: "png" | "webp" | "jpg" | "zip";
                crop?: "none" | "subject";
                margin?: number;
                background?: string;
                channels?: "rgba" | "alpha";
                scale?: number;
                position?: string;
                quality?: "preview" | "hd";
                save?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/webp": string;
                    "image/jpeg": string;
                    "application/zip": string;
                };
            };
            /** @description The part of it that the header Range asked for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/webp": string;
                    "image/jpeg": string;
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Where the installation is set so: the picture is at this address, for some minutes. */
            307: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `validation_failed`: Some of the values are not valid.
             *
             *     `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `picture_not_found`: This picture doesn't exist or isn't yours.
             *
             *     `save_not_found`: There is no such save, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `image_not_ready`: We are still working on this picture. Try again in a moment.
             *
             *     `image_failed`: The background of this picture could not be removed. Try another picture.
             *
             *     `too_many_exports`: This picture was exported in the maximum number of formats. Download one of those, or the PNG.
             *
             *     `nothing_saved`: This picture has not been saved in HD yet. Save it first, then download it.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `image_expired`: This picture was deleted 24 hours after its upload. Upload it again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `range_not_satisfiable`: The file is shorter than that. Ask for a range within it. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `background_required`: A JPG cannot be transparent. Choose a background colour. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `export_failed`: The file could not be made in that format. Try again, or take the PNG.
             *
             *     `file_damaged`: The stored file is damaged, so it can't be sent. Send us the error ID, and we'll look for a copy.
             *
             *     `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    watchPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            /** @description `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `picture_not_found`: This picture doesn't exist or isn't yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `image_expired`: This picture was deleted 24 hours after its upload. Upload it again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `too_many_streams`: Too many status streams are open. Close some, or poll the picture instead.
             *
             *     `too_many_requests`: Too many requests. Wait a moment and try again.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch, still without pictures. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /**
             * @description `validation_failed`: Some of the values are not valid.
             *
             *     `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `bulk_not_in_plan`: Your plan does not include bulk upload.
             *
             *     `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    saveBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same content has its effect once and gets the same answer. */
                "Idempotency-Key"?: string;
                /** @description `wait=30` waits up to 30 seconds for the result, 55 at most; `respond-async` does not wait (RFC 7240). */
                Prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SaveRequest"];
            };
        };
        responses: {
            /** @description A save for each picture. The headers x-credits-charged and x-credits-left say the same as the fields. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchSaves"];
                };
            };
            /** @description The same, while files are still being made. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchSaves"];
                };
            };
            /**
             * @description `idempotency_key_invalid`: The Idempotency-Key header must be 1 to 255 printable characters.
             *
             *     `validation_failed`: Some of the values are not valid.
             *
             *     `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_in_use`: The first request with this Idempotency-Key is still under way. Send it again in a moment. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: This Idempotency-Key was already used with other content. Use a new key. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBatchArchive: {
        parameters: {
            query?: {
                quality?: "preview" | "hd";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /**
             * @description `validation_failed`: Some of the values are not valid.
             *
             *     `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys; never the keys themselves. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            /** @description `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same content has its effect once and gets the same answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /**
             * @description `idempotency_key_invalid`: The Idempotency-Key header must be 1 to 255 printable characters.
             *
             *     `validation_failed`: Some of the values are not valid.
             *
             *     `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_not_found`: Your team has no such API key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_api_keys`: Your team has the maximum number of API keys. Revoke one first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `validation_failed`: Some of the values are not valid.
             *
             *     `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_not_found`: Your team has no such API key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same content has its effect once and gets the same answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description The secret of the new webhook. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /**
             * @description `validation_failed`: Some of the values are not valid.
             *
             *     `idempotency_key_invalid`: The Idempotency-Key header must be 1 to 255 printable characters.
             *
             *     `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_webhooks`: Your team has the maximum number of webhooks. Remove one first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: This Idempotency-Key was already used with other content. Use a new key. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_not_found`: Your team has no such webhook. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChanges"];
            };
        };
        responses: {
            /** @description It is changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `validation_failed`: Some of the values are not valid.
             *
             *     `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_not_found`: Your team has no such webhook. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same content has its effect once and gets the same answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /**
             * @description `idempotency_key_invalid`: The Idempotency-Key header must be 1 to 255 printable characters.
             *
             *     `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_not_found`: Your team has no such webhook. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookMessages"];
                };
            };
            /** @description `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_not_found`: Your team has no such webhook. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is on its way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedWebhook"];
                };
            };
            /** @description `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_not_found`: Your team has no such webhook. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_disabled`: This webhook is disabled. Enable it first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendWebhookAgain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is on its way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedWebhook"];
                };
            };
            /** @description `api_key_in_address`: Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_required`: Send an API key in the X-Api-Key header, or as Authorization: Bearer.
             *
             *     `api_key_invalid`: This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_network_forbidden`: This API key can't be used from your network.
             *
             *     `api_key_scope_missing`: This API key lacks the scope for this. Add the scope, or use another key.
             *
             *     `forbidden`: Your account can't do this. Ask an admin of your team.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `webhook_not_found`: Your team has no such webhook.
             *
             *     `webhook_message_not_found`: This message doesn't exist or is older than 30 days.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_disabled`: This webhook is disabled. Enable it first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. Wait a moment and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: The service is busy or restarting. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `storage_full`: We are out of space, so nothing was stored. Try again in a few minutes. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description `unexpected`: Something went wrong on our side. Try again. If it keeps happening, send us the error ID. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
