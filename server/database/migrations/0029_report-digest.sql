ALTER TABLE "reports" ADD COLUMN "is_mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "reports_not_mailed" ON "reports" USING btree ("created_at") WHERE not is_mailed;