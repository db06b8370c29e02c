-- expand
ALTER TABLE "notification_settings" ADD COLUMN "has_digest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "digest_at" timestamp (3) with time zone;