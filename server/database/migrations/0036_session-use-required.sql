UPDATE "sessions" SET "used_at" = ("sess" ->> 'startedAt')::timestamptz WHERE "used_at" IS NULL;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "used_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "used_at" SET NOT NULL;