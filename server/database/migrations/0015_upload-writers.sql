ALTER TABLE "uploads" ADD COLUMN "writer" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "written_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "received" bigint DEFAULT 0 NOT NULL;